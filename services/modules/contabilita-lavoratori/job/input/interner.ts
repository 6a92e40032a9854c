import { copyText } from './codes.ts';

/** Number of texts at which the cache is emptied: a file with more hardly repeats any. */
const MOST = 100_000;

/** Cache of the values that cells are read as, by their text. */
export class Interner<T> {
  readonly #known = new Map<string, T>();
  readonly #make: (text: string) => T;
  #lastText: string | null = null;
  #last: T | null = null;

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  get(text: string): T {
    // Rows of one employee follow each other.
    if (text === this.#lastText) return this.#last as T;
    let found = this.#known.get(text);
    if (found === undefined) {
      if (this.#known.size >= MOST) this.#known.clear();
      const kept = copyText(text);
      found = this.#make(kept);
      this.#known.set(kept, found);
    }
    this.#lastText = text;
    this.#last = found;
    return found;
  }
}
