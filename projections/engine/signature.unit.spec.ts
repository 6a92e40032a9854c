import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../test/catalogue.ts';
import type { Projection } from './projection.ts';
import { signatureOf } from './signature.ts';

const PROJECTIONS = catalogue.projections;

const base: Projection = {
  name: 'uno',
  tables: ['uno'],
  events: ['A.v1'],
  create: async (db) => void (await sql`create table uno (id integer)`.execute(db)),
  apply: async () => {},
};

describe('la firma di una proiezione', () => {
  it('resta la stessa finché le tabelle verrebbero uguali', async () => {
    expect(await signatureOf({ ...base, apply: async () => void 1 })).toBe(await signatureOf(base));
    expect(await signatureOf(base)).toHaveLength(32);
  });

  it('cambia con le tabelle, con gli eventi che vuole, con quello da cui dipende', async () => {
    const others = [
      { ...base, create: async (db) => void (await sql`create table uno (id bigint)`.execute(db)) },
      { ...base, events: ['A.v1', 'B.v1'] },
      { ...base, signature: '2' },
      { ...base, tables: ['uno', 'due'] },
    ] satisfies Projection[];
    const signatures = await Promise.all([base, ...others].map(signatureOf));
    expect(new Set(signatures).size).toBe(signatures.length);
  });

  it('le proiezioni del portale hanno nomi, tabelle e firme tutte diverse', async () => {
    const signatures = await Promise.all(PROJECTIONS.map(signatureOf));
    const tables = PROJECTIONS.flatMap((p) => p.tables);
    expect(new Set(signatures).size).toBe(PROJECTIONS.length);
    expect(new Set(PROJECTIONS.map((p) => p.name)).size).toBe(PROJECTIONS.length);
    expect(new Set(tables).size).toBe(tables.length);
  });
});
