/** Whose a file is by its name. */
export interface Named {
  id: string;
  cognome: string | null;
  nome: string | null;
}

/**
 * Each file with the one it names: by matricola, or by surname and name, as words of the file's name.
 * `null`: nobody, or more than one, or somebody who has a file already. Of `others`, who are not meant
 * unless they are named whole, one may be found too.
 */
export function matchFiles<F extends { name: string }>(
  files: readonly F[],
  people: readonly Named[],
  others: readonly Named[] = [],
): { file: F; id: string | null }[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const [id, another] = candidatesOf(file.name, people, others);
    if (id === undefined || another !== undefined || taken.has(id)) return { file, id: null };
    taken.add(id);
    return { file, id };
  });
}

/** Everybody whom the name of a file may mean: by matricola, else by surname and name, else, of `people`, by surname alone. */
export function candidatesOf(name: string, people: readonly Named[], others: readonly Named[] = []): string[] {
  const words = wordsOf(name.replace(/\.[a-z]+$/i, ''));
  const says = (text: string | null) => named(text) && contains(words, wordsOf(text));
  const everybody = [...people, ...others];
  const found = [
    everybody.filter(({ id }) => says(id)),
    everybody.filter(({ cognome, nome }) => says(cognome) && says(nome)),
    people.filter(({ cognome }) => says(cognome)),
  ].find((some) => some.length > 0);
  return [...new Set(found?.map(({ id }) => id))];
}

const named = (text: string | null): text is string => text !== null && wordsOf(text).length > 0;

/** Without accents and capitals; what is no letter or digit parts them. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** One after the other, as they stand. */
const contains = (words: readonly string[], wanted: readonly string[]): boolean =>
  words.some((_, from) => wanted.every((word, i) => words[from + i] === word));
