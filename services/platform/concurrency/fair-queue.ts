interface Waiting {
  person: string;
  begin(): void;
}

export interface FairQueueOptions {
  /** Maximum number of tasks that run in parallel, of all persons together. */
  concurrency: number;
  /** Maximum number of one person's tasks that run in parallel. */
  perPerson: number;
}

export interface FairQueue {
  /** Takes a slot if one is free; returns the function that releases it, or `null`. */
  tryEnter(person: string): (() => void) | null;
  /** Waits for a slot; resolves to the function that releases it. Rejects with the reason of `signal` if that aborts first. */
  enter(person: string, signal?: AbortSignal): Promise<() => void>;
  /** Number of a person's waiting calls. */
  waiting(person: string): number;
}

/** Creates a queue that serves the person with the fewest running tasks first, then the least recently served, then the longest waiting. */
export function fairQueue({ concurrency, perPerson }: FairQueueOptions): FairQueue {
  const running = new Map<string, number>();
  const queue: Waiting[] = [];
  const of = (person: string): number => running.get(person) ?? 0;
  /** Number of the turn in which each person was last served. */
  const served = new Map<string, number>();
  let turns = 0;
  let runningCount = 0;

  const before = (one: string, other: string): boolean =>
    of(one) === of(other) ? (served.get(one) ?? 0) < (served.get(other) ?? 0) : of(one) < of(other);
  const next = (): void => {
    while (runningCount < concurrency) {
      let best = -1;
      for (const [i, { person }] of queue.entries())
        if (of(person) < perPerson && (best === -1 || before(person, queue[best]!.person))) best = i;
      if (best === -1) return;
      const [chosen] = queue.splice(best, 1);
      take(chosen!.person);
      chosen!.begin();
    }
  };
  const take = (person: string): void => {
    running.set(person, of(person) + 1);
    runningCount += 1;
    turns += 1;
    served.set(person, turns);
  };
  const place = (person: string): (() => void) => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      runningCount -= 1;
      if (of(person) > 1) running.set(person, of(person) - 1);
      else running.delete(person);
      next();
    };
  };

  const tryEnter = (person: string): (() => void) | null => {
    const free = runningCount < concurrency && of(person) < perPerson && queue.every((one) => of(one.person) >= perPerson);
    if (!free) return null;
    take(person);
    return place(person);
  };

  return {
    tryEnter,
    waiting: (person) => queue.filter((one) => one.person === person).length,
    async enter(person, signal) {
      signal?.throwIfAborted();
      const free = tryEnter(person);
      if (free) return free;
      await new Promise<void>((resolve, reject) => {
        const entry = { person, begin: resolve };
        queue.push(entry);
        signal?.addEventListener(
          'abort',
          () => {
            const at = queue.indexOf(entry);
            if (at === -1) return;
            queue.splice(at, 1);
            reject(signal.reason as Error);
          },
          { once: true },
        );
        // slots may be free for this person although others wait, since those have reached their own limit
        next();
      });
      return place(person);
    },
  };
}
