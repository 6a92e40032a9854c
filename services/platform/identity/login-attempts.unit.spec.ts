import { afterEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { loginAttempts, LockedOut, type AttemptFacts, type Attempts } from './login-attempts.ts';

const wrong = async () => null;
const right = async () => 'entrato';

/** Returns the answer that the person sees. */
async function outcome(
  attempts: Attempts,
  utente: string,
  test: () => Promise<string | null>,
  { address = '10.0.0.1', attempted }: { address?: string; attempted?: AttemptFacts } = {},
): Promise<number> {
  try {
    return (await attempts.count(utente, address, test, attempted)) === null ? 401 : 200;
  } catch (error) {
    if (error instanceof DomainError) return error.status;
    throw error;
  }
}

async function times(n: number, step: () => Promise<number>): Promise<number[]> {
  const outcomes: number[] = [];
  for (let i = 0; i < n; i += 1) outcomes.push(await step());
  return outcomes;
}

describe('i tentativi di accesso', () => {
  it('cinque errori rispondono 401, il sesto 429 con il tempo di attesa', async () => {
    const attempts = loginAttempts();
    expect(await times(7, () => outcome(attempts, 'anna', wrong))).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const error = await attempts.count('anna', '10.0.0.1', right).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(DomainError);
    const { retryAfter } = (error as DomainError).dettagli;
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(600);
  });

  it.each([
    [1, '1 secondo'],
    [2, '2 secondi'],
    [59, '59 secondi'],
    [60, '1 minuto'],
    [61, '2 minuti'],
    [120, '2 minuti'],
    [600, '10 minuti'],
  ])('chi deve aspettare %d secondi legge "%s"', async (window, duration) => {
    const attempts = loginAttempts({ perPair: 1, perAddress: 10, window });
    await outcome(attempts, 'anna', wrong);
    await expect(attempts.count('anna', '10.0.0.1', wrong)).rejects.toMatchObject({
      dettagli: { message: `Troppi tentativi di accesso: riprova tra ${duration}.`, retryAfter: window },
    });
  });

  it('un nome bloccato non prova nemmeno la password giusta', async () => {
    const attempts = loginAttempts();
    await times(5, () => outcome(attempts, 'anna', wrong));
    let tried = false;
    expect(
      await outcome(attempts, 'anna', async () => {
        tried = true;
        return 'entrato';
      }),
    ).toBe(429);
    expect(tried).toBe(false);
  });

  it('il blocco di un nome non tocca gli altri', async () => {
    const attempts = loginAttempts();
    await times(10, () => outcome(attempts, 'anna', wrong));
    expect(await outcome(attempts, 'bruno', right)).toBe(200);
    expect(await outcome(attempts, 'Anna', wrong)).toBe(401);
  });

  it('un accesso riuscito azzera gli errori del nome', async () => {
    const attempts = loginAttempts();
    await times(4, () => outcome(attempts, 'anna', wrong));
    expect(await outcome(attempts, 'anna', right)).toBe(200);
    expect(await times(6, () => outcome(attempts, 'anna', wrong))).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('da un indirizzo si sbaglia cinquanta volte, con nomi sempre diversi', async () => {
    const attempts = loginAttempts();
    let n = 0;
    const outcomes = await times(51, () => outcome(attempts, `utente${(n += 1)}`, wrong));
    expect(outcomes.slice(0, 50).every((e) => e === 401)).toBe(true);
    expect(outcomes[50]).toBe(429);
    expect(await outcome(attempts, 'utente1', wrong, { address: '10.0.0.2' })).toBe(401);
  });

  it('un indirizzo bloccato non consuma i tentativi del nome', async () => {
    const attempts = loginAttempts({ perPair: 2, perAddress: 1, window: 600 });
    await outcome(attempts, 'bruno', wrong, { address: '10.0.0.1' });
    expect(await times(4, () => outcome(attempts, 'anna', wrong, { address: '10.0.0.1' }))).toEqual([429, 429, 429, 429]);
    expect(await outcome(attempts, 'anna', right, { address: '10.0.0.2' })).toBe(200);
  });

  it('una raffica non passa oltre il limite', async () => {
    const attempts = loginAttempts();
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcome(attempts, 'anna', wrong)));
    expect(outcomes.filter((e) => e === 401)).toHaveLength(5);
    expect(outcomes.filter((e) => e === 429)).toHaveLength(25);
  });

  it('molti accessi giusti insieme non sembrano una raffica', async () => {
    const attempts = loginAttempts();
    const outcomes = await Promise.all(Array.from({ length: 120 }, () => outcome(attempts, 'anna', right)));
    expect(outcomes.every((e) => e === 200)).toBe(true);
  });

  it('un guasto del portale non conta come errore della persona', async () => {
    const attempts = loginAttempts();
    for (let i = 0; i < 20; i += 1) {
      await expect(attempts.count('anna', '10.0.0.1', () => Promise.reject(new Error('database')))).rejects.toThrow('database');
    }
    expect(await outcome(attempts, 'anna', right)).toBe(200);
  });
});

describe('la stessa persona da altrove', () => {
  afterEach(() => vi.useRealTimers());

  it('entra, mentre chi indovina da un indirizzo aspetta dieci minuti', async () => {
    vi.useFakeTimers();
    const attempts = loginAttempts();
    await times(6, () => outcome(attempts, 'anna', wrong, { address: '10.0.0.9' }));
    expect(await outcome(attempts, 'anna', right, { address: '10.0.0.9' })).toBe(429);
    expect(await outcome(attempts, 'anna', right, { address: '10.0.0.1' })).toBe(200);
    await vi.advanceTimersByTimeAsync(599_000);
    expect(await outcome(attempts, 'anna', right, { address: '10.0.0.9' })).toBe(429);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await outcome(attempts, 'anna', right, { address: '10.0.0.9' })).toBe(200);
  });

  it('dopo cinquanta errori in un’ora da indirizzi diversi entra solo da un browser conosciuto', async () => {
    vi.useFakeTimers();
    const attempts = loginAttempts();
    let n = 0;
    const guess = () => outcome(attempts, 'anna', wrong, { address: `10.0.${Math.floor(n / 4)}.${(n += 1)}` });
    expect((await times(50, guess)).every((status) => status === 401)).toBe(true);
    expect(await outcome(attempts, 'anna', right, { address: '10.9.0.1' })).toBe(429);
    expect(await outcome(attempts, 'anna', right, { address: '10.9.0.1', attempted: { known: true } })).toBe(200);
    expect(await outcome(attempts, 'bruno', right, { address: '10.9.0.1' })).toBe(200);
    await vi.advanceTimersByTimeAsync(3_590_000);
    expect(await outcome(attempts, 'anna', right, { address: '10.9.0.1' })).toBe(429);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await outcome(attempts, 'anna', right, { address: '10.9.0.1' })).toBe(200);
  });

  it('un browser conosciuto non ha per questo più di cinque tentativi', async () => {
    const attempts = loginAttempts();
    expect(await times(6, () => outcome(attempts, 'anna', wrong, { address: '10.0.0.1', attempted: { known: true } }))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
  });

  it('con una password cambiata si ricomincia da zero', async () => {
    const attempts = loginAttempts();
    const [before, after] = [{ since: new Date(1000) }, { since: new Date(2000) }];
    await times(6, () => outcome(attempts, 'anna', wrong, { address: '10.0.0.1', attempted: before }));
    expect(await outcome(attempts, 'anna', right, { address: '10.0.0.1', attempted: before })).toBe(429);
    expect(await outcome(attempts, 'anna', right, { address: '10.0.0.1', attempted: after })).toBe(200);
  });

  it('dice quale tentativo ha chiuso la porta', async () => {
    const attempts = loginAttempts({ perPair: 1 });
    await outcome(attempts, 'anna', wrong);
    const refusals: boolean[] = [];
    for (let i = 0; i < 3; i += 1)
      refusals.push(
        await attempts.count('anna', '10.0.0.1', wrong).then(
          () => false,
          (error: LockedOut) => error.began,
        ),
      );
    expect(refusals).toEqual([true, false, false]);
  });

  it('una coda troppo lunga ha una fine', async () => {
    const attempts = loginAttempts({ perAddress: 10_000 });
    let go = (): void => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const outcomes = Array.from({ length: 300 }, (_, i) =>
      outcome(attempts, `utente${i}`, async () => {
        await gate;
        return 'entrato';
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    go();
    const states = await Promise.all(outcomes);
    expect([states.filter((s) => s === 200).length, states.filter((s) => s === 503).length]).toEqual([258, 42]);
  });
});
