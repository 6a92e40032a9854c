import { copyText } from './codes.ts';

/** Number of texts at which the cache is emptied. A file with more distinct texts hardly repeats any of them. */
const MOST = 100_000;

/** Cache of parsed cells, by the text of the cell. */
export class Interner<T> {
  readonly #known = new Map<string, T>();
  readonly #make: (text: string) => T;
  #lastText: string | null = null;
  #last: T | null = null;

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  get(text: string): T {
    // Rows of one employee are adjacent, so the text is often the previous one.
    if (text === this.#lastText) return this.#last as T;
    let value = this.#known.get(text);
    if (value === undefined) {
      if (this.#known.size >= MOST) this.#known.clear();
      const copy = copyText(text);
      value = this.#make(copy);
      this.#known.set(copy, value);
    }
    this.#lastText = text;
    this.#last = value;
    return value;
  }
}
