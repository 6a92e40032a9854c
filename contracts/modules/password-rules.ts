/** Signs that a new password has at least. */
export const SHORTEST_PASSWORD = 12;
/** Shorter words are in too many other words. */
const SHORTEST_NAME = 4;

/**
 * Says what is wrong with a new password before it is digested; `null` where it is good. `names`: those of the
 * person and of the firm, of which no word may stand in it. The server judges the digest besides.
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

/** Lower case without accents. */
const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
