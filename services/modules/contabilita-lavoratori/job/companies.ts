import { matricolaKey, tidy } from './input/codes.ts';
import { Interner } from './input/interner.ts';

/** Collects the firm codes of both files, compared like matricole; `several` is true if they name more than one firm. */
export class Companies {
  readonly #found = new Set<string>();
  readonly #note = new Interner((text) => {
    const code = tidy(text);
    return { key: code === '' ? null : matricolaKey(code) };
  });

  note(cell: string): void {
    const { key } = this.#note.get(cell);
    if (key !== null && this.#found.size < 2) this.#found.add(key);
  }

  get several(): boolean {
    return this.#found.size > 1;
  }
}
