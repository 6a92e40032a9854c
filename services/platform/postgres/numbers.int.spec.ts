import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#projections/database.ts';
import type { Numbers } from '#contracts/ports/numbers.ts';
import { testDatabase } from '../../../test/postgres.ts';
import { up } from './migrations/0002-numeri.ts';
import { up as numberFor } from './migrations/0013-numero-per.ts';
import { postgresNumbers } from './numbers.ts';
import { reservedNumbers } from './reserved-numbers.ts';
import type { WriteDatabase } from './write-tables.ts';

describe('Numeri', () => {
  let test: Awaited<ReturnType<typeof testDatabase>>;
  let open: ReturnType<typeof openDatabase<WriteDatabase>>;

  let numbers: Numbers;
  const given = async (sequence: string, command: string) => (await numbers.reserve(sequence, command)).number;

  beforeAll(async () => {
    test = await testDatabase();
    open = openDatabase<WriteDatabase>({ url: test.url, max: 8 });
    await up(open.db as never);
    await numberFor(open.db as never);
    numbers = postgresNumbers(open.db);
  });
  afterAll(async () => {
    await open.db.destroy();
    await test.close();
  });

  it('cento richieste insieme hanno cento numeri diversi, da 1 a 100', async () => {
    const data = await Promise.all(Array.from({ length: 100 }, (_, i) => given('accise', `comando-${i}`)));
    expect(data.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  it('lo stesso comando, anche in dieci richieste insieme, ha sempre lo stesso numero', async () => {
    const data = await Promise.all(Array.from({ length: 10 }, () => given('ripetuti', 'lo-stesso')));
    expect(new Set(data)).toEqual(new Set([1]));
    expect(await numbers.reserve('ripetuti', 'un-altro')).toEqual({ number: 2, isNew: true });
    expect(await numbers.reserve('ripetuti', 'un-altro')).toEqual({ number: 2, isNew: false });
  });

  it('quelli presi insieme sono nell’ordine dei comandi, e restano di quei comandi', async () => {
    await numbers.reserve('insieme', 'c0');
    const ready = reservedNumbers(numbers, open.db);
    await ready.prepare(['c1', 'c2', 'c0', 'c3'].map((commandId) => ({ sequence: 'insieme', commandId })));
    const order = ['c3', 'c2', 'c1', 'c0'];
    const given = [];
    for (const command of order) given.push(await ready.reserve('insieme', command));
    expect(given).toEqual([
      { number: 4, isNew: true },
      { number: 3, isNew: true },
      { number: 2, isNew: true },
      { number: 1, isNew: false },
    ]);
    // numbers reserved again are no longer new, through either object; other commands get the next ones
    expect([await ready.reserve('insieme', 'c3'), await numbers.reserve('insieme', 'c2')]).toEqual([
      { number: 4, isNew: false },
      { number: 3, isNew: false },
    ]);
    expect((await ready.reserve('insieme', 'c4')).number).toBe(5);
    await ready.prepare([{ sequence: 'insieme', commandId: 'c5' }]);
    await ready.renounce('insieme', 'c5', 6);
    expect((await ready.reserve('insieme', 'c5')).number).toBe(7);
    await ready.prepare([]);
  });

  it('le sequenze non si disturbano', async () => {
    expect(await given('a', 'x')).toBe(1);
    expect(await given('b', 'x')).toBe(1);
  });

  it('almeno porta avanti la sequenza e mai indietro', async () => {
    await numbers.atLeast('importati', 500);
    expect(await given('importati', 'c1')).toBe(501);
    await numbers.atLeast('importati', 20);
    expect(await given('importati', 'c2')).toBe(502);
  });

  it('un numero portato da fuori è di chi lo porta per primo, e la sequenza va oltre', async () => {
    expect(await numbers.claim('portati', 'uno', 40)).toBe(true);
    expect(await numbers.claim('portati', 'uno', 40)).toBe(true);
    expect(await numbers.claim('portati', 'due', 40)).toBe(false);
    const [first, second] = await Promise.all([numbers.claim('portati', 'tre', 41), numbers.claim('portati', 'quattro', 41)]);
    expect([first, second].toSorted()).toEqual([false, true]);
    expect(await given('portati', 'cinque')).toBe(42);
    // a number that the portal assigned cannot be claimed
    expect(await numbers.claim('portati', 'sei', 42)).toBe(false);
  });
});
