/** Gate that every writer passes before a write. A closed gate holds the writers; the gate also counts passes. */
export class Gate {
  readonly #writers: number;
  #waiting = 0;
  #passed = 0;
  #open: (() => void) | null = null;
  #opened: Promise<void> = Promise.resolve();
  #watchers: { done: () => boolean; resolve: () => void }[] = [];

  constructor(writers: number) {
    this.#writers = writers;
  }

  close(): void {
    if (this.#open) return;
    this.#opened = new Promise((resolve) => (this.#open = resolve));
  }

  open(): void {
    this.#open?.();
    this.#open = null;
  }

  /** Waits while the gate is closed, then counts a pass. Writers call this before each write. */
  async pass(): Promise<void> {
    while (this.#open) {
      this.#waiting += 1;
      this.#tell();
      await this.#opened;
      this.#waiting -= 1;
    }
    this.#passed += 1;
    this.#tell();
  }

  /** Resolves when all writers wait at the closed gate, so that no request is in flight. */
  quiet(): Promise<void> {
    return this.#when(() => this.#waiting === this.#writers);
  }

  /** Resolves when the given number of further passes has been counted. */
  passed(more: number): Promise<void> {
    const goal = this.#passed + more;
    return this.#when(() => this.#passed >= goal);
  }

  #when(done: () => boolean): Promise<void> {
    if (done()) return Promise.resolve();
    return new Promise((resolve) => this.#watchers.push({ done, resolve }));
  }

  #tell(): void {
    const [over, rest] = [this.#watchers.filter(({ done }) => done()), this.#watchers.filter(({ done }) => !done())];
    this.#watchers = rest;
    for (const { resolve } of over) resolve();
  }
}
