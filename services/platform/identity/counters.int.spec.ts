import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { startTestPortal, type TestPortal } from '../../../test/portal.ts';
import { countersInPostgres } from './counters.ts';
import { loginAttempts } from './login-attempts.ts';

const wrong = async (): Promise<null> => null;
const status = (error: { status: number }): number => error.status;

// each process has counters of its own making: what they count lies in the database
describe('Counters that several processes share', () => {
  let portale: TestPortal;
  beforeAll(async () => {
    portale = await startTestPortal();
  });
  afterAll(() => portale?.stop());
  const processes = () => [1, 2, 3].map(() => loginAttempts({}, countersInPostgres(portale.deps.writeDb), `prova-${crypto.randomUUID()}`));
  const ofOne = () => {
    const what = `prova-${crypto.randomUUID()}`;
    return [1, 2, 3].map(() => loginAttempts({}, countersInPostgres(portale.deps.writeDb), what));
  };

  it('five wrong passwords close the pair in every process, and a restart forgets nothing', async () => {
    const nodes = ofOne();
    const outcomes: unknown[] = [];
    for (let i = 0; i < 7; i++) outcomes.push(await nodes[i % 3]!.count('anna', '10.0.0.1', wrong).catch(status));
    expect(outcomes).toEqual([null, null, null, null, null, 429, 429]);
    expect(await nodes[0]!.count('anna', '10.0.0.2', async () => 'entrata')).toBe('entrata');
  });

  it('who signs in on one process starts anew on all', async () => {
    const nodes = ofOne();
    for (let i = 0; i < 4; i++) await nodes[i % 3]!.count('bice', '10.0.0.1', wrong);
    await nodes[1]!.count('bice', '10.0.0.1', async () => 'entrata');
    for (let i = 0; i < 5; i++) expect(await nodes[i % 3]!.count('bice', '10.0.0.1', wrong)).toBeNull();
  });

  it('a burst on all of them at once is counted whole', async () => {
    const nodes = ofOne();
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, i) => nodes[i % 3]!.count('carla', '10.0.0.1', wrong).catch(status)));
    expect(outcomes.filter((one) => one === null)).toHaveLength(5);
  });

  it('what is tried for one purpose does not count for another', async () => {
    for (const attempts of processes()) for (let i = 0; i < 5; i++) expect(await attempts.count('dina', '10.0.0.1', wrong)).toBeNull();
  });

  it('not from many addresses either, nor one address for many', async () => {
    const counters = countersInPostgres(portale.deps.writeDb);
    const run = crypto.randomUUID();
    const [one, other] = ['prova-a', 'prova-b'].map((what) =>
      loginAttempts({ perPair: 9, perUser: 2, perAddress: 3 }, counters, `${what}-${run}`),
    );
    const outcomes = async (attempts: typeof one, who: (i: number) => [string, string]) => {
      const found: unknown[] = [];
      for (const i of [0, 1, 2, 3]) found.push(await attempts!.count(...who(i), wrong).catch(status));
      return found;
    };
    expect(await outcomes(one, (i) => [`emma-${run}`, `10.1.0.${i}`])).toEqual([null, null, 429, 429]);
    expect(await outcomes(one, (i) => [`${i}-${run}`, '10.2.0.1'])).toEqual([null, null, null, 429]);
    expect(await other!.count(`emma-${run}`, '10.2.0.1', wrong)).toBeNull();
  });

  it('what was typed as a name is not written', async () => {
    await ofOne()[0]!.count('la-mia-password', '10.9.8.7', wrong);
    const { rows } = await sql<{ key: string }>`select key from public.tentativi`.execute(portale.deps.writeDb);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/la-mia-password|10\.9\.8\.7/);
  });
});
