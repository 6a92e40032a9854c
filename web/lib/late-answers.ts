const listeners = new Set<() => void>();

/** Milliseconds after a late answer at which the lists are read again. The portal says that it is late, not when it will have caught up. */
export const READ_AGAIN_MS = [2_000, 6_000, 15_000] as const;

/** Reports that a write was recorded but the read tables do not contain it yet. */
export function reportLateAnswer(): void {
  for (const listener of listeners) listener();
}

/** Calls `readAgain` at each of `READ_AGAIN_MS` after the last late answer. Returns a function that stops it. */
export function afterLateAnswers(readAgain: () => void): () => void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const clear = () => timers.forEach(clearTimeout);
  const listener = () => {
    clear();
    timers = READ_AGAIN_MS.map((ms) => setTimeout(readAgain, ms));
  };
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    clear();
  };
}
