import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EVERYTHING, type Identity, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { catalogue } from '../../test/catalogue.ts';
import { startTestPortal, type TestPortal } from '../../test/portal.ts';
import { rebuild } from '../engine/rebuild.ts';
import { wholeReader } from './whole-reader.ts';

const everything = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;
const admin: Identity = { memberID: 'admin', groupID: 2, permessi: everything };
const never = new AbortController().signal;

describe('leggere tutto per un processo', () => {
  let portale: TestPortal;
  beforeAll(async () => {
    portale = await startTestPortal();
    await insert('accise', 1, 1200);
    await insert('meccanici', 1, 700);
  });
  afterAll(() => portale?.stop());

  const insert = (table: string, from: number, to: number) =>
    sql`insert into ${sql.table(table)} (id, utente, versione, creato, modificato, modificato_da, archivio, eliminato, padre_eliminato)
    select n, 'anna', 1, now(), now(), 'anna', '{}', false, false from generate_series(${from}::int, ${to}::int) n`.execute(
      portale.deps.readDb,
    );
  const rowsOf = async (table: string) =>
    (await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}`.execute(portale.deps.readDb)).rows[0]!.n;

  /** Returns the number of rows read per table; `meanwhile` runs at the first row. */
  async function readAll(meanwhile: () => Promise<unknown> = async () => {}, who: Identity | null = admin, signal = never) {
    const counts: Record<string, number> = {};
    const batches: number[] = [];
    let told = 0;
    const read = wholeReader({ db: portale.deps.readDb, catalogue, identity: async () => who });
    await read(
      'admin',
      {
        start: (_moment, _tables, rows) => void (told = rows),
        async table({ name }, given) {
          if (Object.keys(counts).length === 0) await meanwhile();
          counts[name] = 0;
          for await (const rows of given) {
            counts[name] += rows.length;
            batches.push(rows.length);
          }
        },
      },
      signal,
    );
    return { counts, told, largest: Math.max(...batches) };
  }

  it('ogni registro e i due registri del portale, a lotti, tante righe quante ne annuncia', async () => {
    const { counts, told, largest } = await readAll();
    expect(Object.keys(counts)).toEqual([...catalogue.registers.map(({ path }) => path), 'storico', 'accessi']);
    expect(counts).toMatchObject({ accise: 1200, meccanici: 700 });
    expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(told);
    expect(largest).toBeLessThanOrEqual(250);
  });

  it('è di un momento solo: ciò che si scrive intanto non c’è in nessuna tabella', async () => {
    const { counts } = await readAll(() => Promise.all([insert('accise', 2001, 2100), insert('meccanici', 2001, 2100)]));
    expect(counts).toMatchObject({ accise: 1200, meccanici: 700 });
    expect(await rowsOf('meccanici')).toBe(800);
    expect((await readAll()).counts).toMatchObject({ accise: 1300, meccanici: 800 });
  });

  it('chi non è amministratore, o non vede un’area, non legge niente', async () => {
    const { report: _hidden, ...less } = everything;
    for (const who of [null, { ...admin, groupID: 9 }, { ...admin, permessi: less }])
      await expect(readAll(undefined, who)).rejects.toMatchObject({ code: 'NON_PERMESSO' });
  });

  it('una tabella ferma o ancora da riempire si dice, e niente esce', async () => {
    const state = (stato: string) => sql`update proiezioni set stato = ${stato} where nome = 'costi'`.execute(portale.deps.readDb);
    for (const stato of ['ferma', 'recupero']) {
      await state(stato);
      await expect(readAll()).rejects.toMatchObject({ code: 'NON_DISPONIBILE', message: expect.stringContaining('costi') });
    }
    await state('attiva');
    expect((await readAll()).counts['accise']).toBe(1300);
  });

  it('interrotto smette, e lascia libera la connessione', async () => {
    const stop = new AbortController();
    for (let i = 0; i < 10; i += 1)
      await expect(readAll(async () => stop.abort(new Error('spento')), admin, stop.signal)).rejects.toThrow('spento');
    expect((await readAll()).counts['accise']).toBe(1300);
  });

  it('una ricostruzione che intanto scambia le tabelle non toglie righe a quelle non ancora lette', async () => {
    const { store, log } = portale.deps;
    let aRebuild: Promise<unknown> = Promise.resolve();
    const { counts } = await readAll(async () => {
      // these rows come from no event, so a rebuild creates empty tables
      aRebuild = rebuild({ store, url: portale.url, log, projections: catalogue.projections, upcasts: catalogue.upcasts });
      await vi.waitFor(async () => expect(await rowsOf('meccanici')).toBe(0), { timeout: 15_000, interval: 20 });
    });
    await aRebuild;
    expect(counts).toMatchObject({ accise: 1300, meccanici: 800 });
    expect((await readAll()).counts).toMatchObject({ accise: 0, meccanici: 0 });
  });
});
