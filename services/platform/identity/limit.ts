/** Runs tasks in the order they come, at most `massimo` at a time. One task's failure is its own. */
export function concurrency(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  let active = 0;
  const wait: (() => void)[] = [];
  return async (task) => {
    if (active >= max) await new Promise<void>((resolve) => wait.push(resolve));
    else active += 1;
    try {
      return await task();
    } finally {
      // the place passes straight to the next one, so that a newcomer cannot slip in between
      const next = wait.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
