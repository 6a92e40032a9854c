/** Whose a file is by its name. */
export interface Named {
  id: string;
  cognome: string | null;
  nome: string | null;
}

/**
 * Each file with the one it names: by matricola, or by surname and name, as words of the file's name.
 * `null`: nobody, or more than one, or somebody who has a file already.
 */
export function matchFiles<F extends { name: string }>(files: readonly F[], people: readonly Named[]): { file: F; id: string | null }[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const id = whoIs(file.name, people);
    if (id === null || taken.has(id)) return { file, id: null };
    taken.add(id);
    return { file, id };
  });
}

function whoIs(name: string, people: readonly Named[]): string | null {
  const words = wordsOf(name.replace(/\.[a-z]+$/i, ''));
  const found = (among: readonly Named[]) => (among.length === 1 ? among[0]!.id : null);
  const byNumber = people.filter(({ id }) => contains(words, wordsOf(id)));
  if (byNumber.length > 0) return found(byNumber);
  return (
    found(
      people.filter(
        ({ cognome, nome }) => named(cognome) && named(nome) && contains(words, wordsOf(cognome)) && contains(words, wordsOf(nome)),
      ),
    ) ?? found(people.filter(({ cognome }) => named(cognome) && contains(words, wordsOf(cognome))))
  );
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
