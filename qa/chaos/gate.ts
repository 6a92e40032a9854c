/** Holds the writers between two writes while nobody may write, and counts passes. */
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

  /** A writer comes by. */
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

  /** All writers stand before the closed gate: nothing is under way. */
  quiet(): Promise<void> {
    return this.#when(() => this.#waiting === this.#writers);
  }

  /** So many more have passed. */
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
