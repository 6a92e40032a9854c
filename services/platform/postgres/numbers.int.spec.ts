import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apriDatabase } from '#projections/database.ts';
import { databaseDiProva } from '../../../test/postgres.ts';
import { up } from './migrations/0002-numeri.ts';
import { numeriPostgres } from './numbers.ts';
import type { ScrittureDatabase } from './write-tables.ts';

describe('Numeri', () => {
  let prova: Awaited<ReturnType<typeof databaseDiProva>>;
  let aperto: ReturnType<typeof apriDatabase<ScrittureDatabase>>;

  beforeAll(async () => {
    prova = await databaseDiProva();
    aperto = apriDatabase<ScrittureDatabase>({ url: prova.url, max: 8 });
    await up(aperto.db as never);
  });
  afterAll(async () => {
    await aperto.db.destroy();
    await prova.chiudi();
  });

  it('cento richieste insieme hanno cento numeri diversi, da 1 a 100', async () => {
    const numeri = numeriPostgres(aperto.db);
    const dati = await Promise.all(Array.from({ length: 100 }, (_, i) => numeri.riserva('accise', `comando-${i}`)));
    expect(dati.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });

  it('lo stesso comando, anche in dieci richieste insieme, ha sempre lo stesso numero', async () => {
    const numeri = numeriPostgres(aperto.db);
    const dati = await Promise.all(Array.from({ length: 10 }, () => numeri.riserva('ripetuti', 'lo-stesso')));
    expect(new Set(dati)).toEqual(new Set([1]));
    expect(await numeri.riserva('ripetuti', 'un-altro')).toBe(2);
  });

  it('le sequenze non si disturbano', async () => {
    const numeri = numeriPostgres(aperto.db);
    expect(await numeri.riserva('a', 'x')).toBe(1);
    expect(await numeri.riserva('b', 'x')).toBe(1);
  });

  it('almeno porta avanti la sequenza e mai indietro', async () => {
    const numeri = numeriPostgres(aperto.db);
    await numeri.almeno('importati', 500);
    expect(await numeri.riserva('importati', 'c1')).toBe(501);
    await numeri.almeno('importati', 20);
    expect(await numeri.riserva('importati', 'c2')).toBe(502);
  });
});
