import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PROIEZIONI } from '../index.ts';
import type { Projection } from './projection.ts';
import { firmaDi } from './signature.ts';

const base: Projection = {
  nome: 'uno', tabelle: ['uno'], eventi: ['A.v1'],
  crea: async (db) => void (await sql`create table uno (id integer)`.execute(db)),
  applica: async () => {},
};

describe('la firma di una proiezione', () => {
  it('resta la stessa finché le tabelle verrebbero uguali', async () => {
    expect(await firmaDi({ ...base, applica: async () => void 1 })).toBe(await firmaDi(base));
  });

  it('cambia con le tabelle, con gli eventi che vuole, con quello da cui dipende', async () => {
    const altre = [
      { ...base, crea: async (db) => void (await sql`create table uno (id bigint)`.execute(db)) },
      { ...base, eventi: ['A.v1', 'B.v1'] },
      { ...base, firma: '2' },
      { ...base, tabelle: ['uno', 'due'] },
    ] satisfies Projection[];
    const firme = await Promise.all([base, ...altre].map(firmaDi));
    expect(new Set(firme).size).toBe(firme.length);
  });

  it('le proiezioni del portale hanno nomi, tabelle e firme tutte diverse', async () => {
    const firme = await Promise.all(PROIEZIONI.map(firmaDi));
    const tabelle = PROIEZIONI.flatMap((p) => p.tabelle);
    expect(new Set(firme).size).toBe(PROIEZIONI.length);
    expect(new Set(PROIEZIONI.map((p) => p.nome)).size).toBe(PROIEZIONI.length);
    expect(new Set(tabelle).size).toBe(tabelle.length);
  });
});
