import { owned } from './codes.ts';

/** Beyond this a file repeats nothing, and what was read of its cells is forgotten. */
const MOST = 100_000;

/** What a cell's text means, worked out once for each text. */
export class Interner<T> {
  readonly #known = new Map<string, T>();
  readonly #make: (text: string) => T;
  #lastText: string | null = null;
  #last: T | null = null;

  constructor(make: (text: string) => T) {
    this.#make = make;
  }

  get(text: string): T {
    // rows of one employee follow each other
    if (text === this.#lastText) return this.#last as T;
    let found = this.#known.get(text);
    if (found === undefined) {
      if (this.#known.size >= MOST) this.#known.clear();
      const kept = owned(text);
      found = this.#make(kept);
      this.#known.set(kept, found);
    }
    this.#lastText = text;
    this.#last = found;
    return found;
  }
}
