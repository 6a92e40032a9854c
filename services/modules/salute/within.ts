class TimedOut extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'TempoScaduto';
  }
}

const LIMIT_MS = 3000;

/** All of them, or the first failure, or `TempoScaduto` after three seconds: a health check never hangs. */
export async function timeoutMs<T extends readonly unknown[]>(promises: readonly [...{ [K in keyof T]: Promise<T[K]> }], limit = LIMIT_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const scaduto = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), limit);
  });
  try {
    return await Promise.race([Promise.all(promises) as unknown as Promise<T>, scaduto]);
  } finally {
    clearTimeout(timer);
  }
}
