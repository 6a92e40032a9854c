import { setTimeout as pause } from 'node:timers/promises';

/**
 * Speed of an import: `together` is the number of parallel commands. `rest` is the pause after each command, as a multiple of its duration.
 */
export interface Pace {
  together: number;
  rest: number;
}

/** Pace while other people use the portal. */
export const GENTLE: Pace = { together: 2, rest: 1.5 };
/** Pace while nobody else uses the portal. */
export const FAST: Pace = { together: 12, rest: 0 };

/** Shortest pause in milliseconds, since timers are imprecise; shorter pauses are added up. */
const SHORTEST_MS = 10;
/** Milliseconds between two checks for other people. */
const LOOK_MS = 3000;

/**
 * Returns a function for the current pace: `GENTLE` while other people use the portal, until the first check has ended, and after a failed
 * check. Checks run in the background.
 */
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

/** Returns a function that runs work and then pauses as `pace` demands. Pauses too short for a timer are added up across calls. */
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
