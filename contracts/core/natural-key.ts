/** Characters that cannot be seen, or that a folder or an address cannot have. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const FORBIDDEN = /[/\\:*?"<>|]/;
/** Alphabets whose letters look alike. */
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** A key as it is stored: one encoding of its accents, no space around it. */
export const normaliseKey = (text: string): string => text.normalize('NFC').trim();

/** What is wrong with a key that people give, in Italian; `null` when nothing is. */
export function keyFault(key: string): string | null {
  if (UNSEEN.test(key)) return 'Contiene caratteri che non si vedono';
  if (FORBIDDEN.test(key)) return 'Non può contenere / \\ : * ? " < > |';
  if (key.startsWith('.') || key.endsWith('.')) return 'Non può cominciare né finire con un punto';
  if (SCRIPTS.filter((script) => script.test(key)).length > 1) return 'Ha lettere di alfabeti diversi, che si confondono';
  return null;
}

/** Two keys with the same folded form are the same key to people. */
export const foldedKey = (key: string): string => normaliseKey(key).toLowerCase();
