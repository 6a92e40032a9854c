import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#projections/database.ts';
import { testDatabase } from '../../../test/postgres.ts';
import { up } from './migrations/0002-numeri.ts';
import { postgresNumbers } from './numbers.ts';
import type { WriteDatabase } from './write-tables.ts';

describe('Numeri', () => {
  let test: Awaited<ReturnType<typeof testDatabase>>;
  let open: ReturnType<typeof openDatabase<WriteDatabase>>;

  beforeAll(async () => {
    test = await testDatabase();
    open = openDatabase<WriteDatabase>({ url: test.url, max: 8 });
    await up(open.db as never);
  });
  afterAll(async () => {
    await open.db.destroy();
    await test.close();
  });

  it('cento richieste insieme hanno cento numeri diversi, da 1 a 100', async () => {
    const numbers = postgresNumbers(open.db);
    const data = await Promise.all(Array.from({ length: 100 }, (_, i) => numbers.reserve('accise', `comando-${i}`)));
    expect(data.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  it('lo stesso comando, anche in dieci richieste insieme, ha sempre lo stesso numero', async () => {
    const numbers = postgresNumbers(open.db);
    const data = await Promise.all(Array.from({ length: 10 }, () => numbers.reserve('ripetuti', 'lo-stesso')));
    expect(new Set(data)).toEqual(new Set([1]));
    expect(await numbers.reserve('ripetuti', 'un-altro')).toBe(2);
  });

  it('le sequenze non si disturbano', async () => {
    const numbers = postgresNumbers(open.db);
    expect(await numbers.reserve('a', 'x')).toBe(1);
    expect(await numbers.reserve('b', 'x')).toBe(1);
  });

  it('almeno porta avanti la sequenza e mai indietro', async () => {
    const numbers = postgresNumbers(open.db);
    await numbers.atLeast('importati', 500);
    expect(await numbers.reserve('importati', 'c1')).toBe(501);
    await numbers.atLeast('importati', 20);
    expect(await numbers.reserve('importati', 'c2')).toBe(502);
  });
});
