class TempoScaduto extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'TempoScaduto';
  }
}

const LIMITE_MS = 3000;

/** All of them, or the first failure, or `TempoScaduto` after three seconds: a health check never hangs. */
export async function entro<T extends readonly unknown[]>(promesse: readonly [...{ [K in keyof T]: Promise<T[K]> }], limite = LIMITE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const scaduto = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TempoScaduto()), limite);
  });
  try {
    return await Promise.race([Promise.all(promesse) as unknown as Promise<T>, scaduto]);
  } finally {
    clearTimeout(timer);
  }
}
