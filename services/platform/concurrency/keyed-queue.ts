/** Creates a queue that runs tasks of the same key one after the other and tasks of different keys in parallel, within this process. */
export function keyedQueue(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = queues.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    queues.set(key, turn);
    try {
      return await turn;
    } finally {
      if (queues.get(key) === turn) queues.delete(key);
    }
  };
}
