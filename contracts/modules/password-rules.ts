/** Minimum length of a new password in characters. */
export const SHORTEST_PASSWORD = 12;
/** Minimum length of a name's word that a password may not contain; shorter words occur in too many other words. */
const SHORTEST_NAME = 4;

/**
 * Returns the fault of a new password before hashing; `null` if the password is acceptable. `names`: names of the person and the firm,
 * whose words the password may not contain. The server also checks the digest.
 */
export function passwordProblem(text: string, names: readonly string[]): string | null {
  const signs = [...text];
  if (signs.length < SHORTEST_PASSWORD) return `Servono almeno ${SHORTEST_PASSWORD} caratteri: per esempio quattro parole`;
  if (new Set(signs).size < 4) return 'È sempre lo stesso segno: usane di diversi';
  const folded = fold(text);
  const words = ['strato', ...names].flatMap((name) => fold(name).split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= SHORTEST_NAME);
  const held = words.find((word) => folded.includes(word));
  return held === undefined ? null : `Non usare un nome che tutti sanno: «${held}»`;
}

/** Converts a text to lower case without accents. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
