/** Invisible characters, and characters that folder names or URLs cannot hold. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const FORBIDDEN = /[/\\:*?"<>|]/;
/** Alphabets whose letters look alike. */
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Normalises a key for storage: NFC accents, no surrounding spaces. */
export const normaliseKey = (text: string): string => text.normalize('NFC').trim();

/** Returns the fault of a key in Italian; `null` when the key is valid. */
export function keyFault(key: string): string | null {
  if (UNSEEN.test(key)) return 'Contiene caratteri che non si vedono';
  if (FORBIDDEN.test(key)) return 'Non può contenere / \\ : * ? " < > |';
  if (key.startsWith('.') || key.endsWith('.')) return 'Non può cominciare né finire con un punto';
  if (SCRIPTS.filter((script) => script.test(key)).length > 1) return 'Ha lettere di alfabeti diversi, che si confondono';
  return null;
}

/** Folds a key for comparison: keys with the same folded form look the same to people. */
export const foldedKey = (key: string): string => normaliseKey(key).toLowerCase();
