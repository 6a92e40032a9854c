/** A person to whom a file's name can refer. */
export interface FilePerson {
  id: string;
  cognome: string | null;
  nome: string | null;
}

/**
 * Matches each file to the person its name contains: by matricola, or by surname and name. `null`: nobody, several people, or a person who
 * already has a file. People in `others` match only by matricola or full name.
 */
export function matchFiles<F extends { name: string }>(
  files: readonly F[],
  people: readonly FilePerson[],
  otherPeople: readonly FilePerson[] = [],
): { file: F; id: string | null }[] {
  const matchedIds = new Set<string>();
  return files.map((file) => {
    const [id, another] = candidatesOf(file.name, people, otherPeople);
    if (id === undefined || another !== undefined || matchedIds.has(id)) return { file, id: null };
    matchedIds.add(id);
    return { file, id };
  });
}

/** Returns everyone whom a file's name may mean: by matricola, else by surname and name, else by surname alone (only `people`). */
export function candidatesOf(name: string, people: readonly FilePerson[], others: readonly FilePerson[] = []): string[] {
  const words = wordsOf(name.replace(/\.[a-z]+$/i, ''));
  const says = (text: string | null) => hasWords(text) && contains(words, wordsOf(text));
  const everybody = [...people, ...others];
  const matches = [
    everybody.filter(({ id }) => says(id)),
    everybody.filter(({ cognome, nome }) => says(cognome) && says(nome)),
    people.filter(({ cognome }) => says(cognome)),
  ].find((some) => some.length > 0);
  return [...new Set(matches?.map(({ id }) => id))];
}

const hasWords = (text: string | null): text is string => text !== null && wordsOf(text).length > 0;

/** Splits a text into words without accents and capitals; any other character separates words. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Checks whether the words occur consecutively and in this order. */
const contains = (words: readonly string[], wanted: readonly string[]): boolean =>
  words.some((_, from) => wanted.every((word, i) => words[from + i] === word));
