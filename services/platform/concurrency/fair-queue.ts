interface Waiting {
  person: string;
  begin(): void;
}

export interface FairQueueOptions {
  /** Maximum number of tasks that run in parallel, of all persons together. */
  side: number;
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
export function fairQueue({ side, perPerson }: FairQueueOptions): FairQueue {
  const running = new Map<string, number>();
  const waiting: Waiting[] = [];
  const of = (person: string): number => running.get(person) ?? 0;
  /** Number of the turn in which each person was last served. */
  const served = new Map<string, number>();
  let turns = 0;
  let all = 0;

  const before = (one: string, other: string): boolean =>
    of(one) === of(other) ? (served.get(one) ?? 0) < (served.get(other) ?? 0) : of(one) < of(other);
  const next = (): void => {
    while (all < side) {
      let best = -1;
      for (const [i, { person }] of waiting.entries())
        if (of(person) < perPerson && (best === -1 || before(person, waiting[best]!.person))) best = i;
      if (best === -1) return;
      const [chosen] = waiting.splice(best, 1);
      take(chosen!.person);
      chosen!.begin();
    }
  };
  const take = (person: string): void => {
    running.set(person, of(person) + 1);
    all += 1;
    turns += 1;
    served.set(person, turns);
  };
  const place = (person: string): (() => void) => {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      all -= 1;
      if (of(person) > 1) running.set(person, of(person) - 1);
      else running.delete(person);
      next();
    };
  };

  const tryEnter = (person: string): (() => void) | null => {
    const free = all < side && of(person) < perPerson && waiting.every((one) => of(one.person) >= perPerson);
    if (!free) return null;
    take(person);
    return place(person);
  };

  return {
    tryEnter,
    waiting: (person) => waiting.filter((one) => one.person === person).length,
    async enter(person, signal) {
      signal?.throwIfAborted();
      const free = tryEnter(person);
      if (free) return free;
      await new Promise<void>((resolve, reject) => {
        const one = { person, begin: resolve };
        waiting.push(one);
        signal?.addEventListener(
          'abort',
          () => {
            const at = waiting.indexOf(one);
            if (at === -1) return;
            waiting.splice(at, 1);
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
