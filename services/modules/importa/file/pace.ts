import { setTimeout as pause } from 'node:timers/promises';

/** Speed of an import: parallel commands (those of one record keep their order), and the pause after each as a multiple of its duration. */
export interface Pace {
  together: number;
  rest: number;
}

/** Pace while other people use the portal. */
export const GENTLE: Pace = { together: 2, rest: 1.5 };
/** Pace while nobody else uses the portal. */
export const FAST: Pace = { together: 12, rest: 0 };

/** Shortest pause in milliseconds; shorter ones are added up, since timers are not precise enough. */
const SHORTEST_MS = 10;
/** Milliseconds between two checks whether other people use the portal. */
const LOOK_MS = 3000;

/** Gentle while somebody else is there, and until that is known. The work does not wait for the answer. */
export function paceBeside(somebodyElse: () => Promise<boolean>, now: () => number = Date.now): () => Pace {
  let pace = GENTLE;
  let looked = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() - looked >= LOOK_MS) {
      looked = now();
      somebodyElse().then(
        (there) => {
          pace = there ? GENTLE : FAST;
        },
        () => {
          pace = GENTLE;
        },
      );
    }
    return pace;
  };
}

/** Does a piece of work, and rests for as long as the pace says once that is worth a timer. One for each line of work. */
export function resting(pace: () => Pace): <T>(work: () => Promise<T>) => Promise<T> {
  let owed = 0;
  return async (work) => {
    const began = performance.now();
    const outcome = await work();
    owed += (performance.now() - began) * pace().rest;
    if (owed < SHORTEST_MS) return outcome;
    const now = owed;
    owed = 0;
    await pause(now);
    return outcome;
  };
}
