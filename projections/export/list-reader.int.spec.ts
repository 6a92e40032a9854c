import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListRequest } from '#contracts/jobs/esporta-elenco.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { catalogue } from '../../test/catalogue.ts';
import { startTestPortal, type TestPortal } from '../../test/portal.ts';
import { rebuild } from '../engine/rebuild.ts';
import { listReader } from './list-reader.ts';

const anna: Identity = {
  memberID: 'anna',
  groupID: 3,
  permessi: { accise: { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 } },
};
const ACCISE: ListRequest = { tabella: 'accise', colonne: ['id'], ordina: 'id' };
const never = new AbortController().signal;
const immediately = () => Promise.resolve();

describe('leggere un elenco per un processo', () => {
  let portale: TestPortal;
  beforeAll(async () => {
    portale = await startTestPortal();
    await insert(1, 2500);
  });
  afterAll(() => portale?.stop());

  const insert = (from: number, a: number) =>
    sql`insert into accise (id, utente, versione, creato, modificato, modificato_da, archivio, eliminato, padre_eliminato)
    select n, 'anna', 1, now(), now(), 'anna', '{}', false, false from generate_series(${from}::int, ${a}::int) n`.execute(
      portale.deps.readDb,
    );
  const count = async () => (await sql<{ n: number }>`select count(*)::int as n from accise`.execute(portale.deps.readDb)).rows[0]?.n;

  /** Reads a list and returns the ids; `during` runs between the first and the second batch. */
  async function readAll(
    during: () => Promise<unknown> = immediately,
    signal = never,
  ): Promise<{ id: unknown[]; lotti: number[]; totale: number | undefined }> {
    const read = { id: [] as unknown[], lotti: [] as number[], totale: undefined as number | undefined };
    await listReader({ db: portale.deps.readDb, catalogue, clock: portale.deps.clock, identity: async () => anna }).read(
      ACCISE,
      'anna',
      {
        start: async (totale) => void (read.totale = totale),
        async rows(rows) {
          read.id.push(...rows.map((r) => r['id']));
          read.lotti.push(rows.length);
          if (read.lotti.length === 1) await during();
        },
      },
      signal,
    );
    return read;
  }
  const until = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

  it('a lotti, com’era quando si è cominciato: ciò che altri scrivono intanto è per la prossima volta', async () => {
    const { lotti, ...read } = await readAll();
    expect(read).toEqual({ id: until(2500), totale: 2500 });
    expect([lotti.length, Math.max(...lotti)]).toEqual([10, 250]);
    expect(
      (
        await readAll(() =>
          Promise.all([insert(2501, 2600), sql`delete from accise where id between 1200 and 1300`.execute(portale.deps.readDb)]),
        )
      ).id,
    ).toEqual(until(2500));
    await insert(1200, 1300);
  });

  it('interrotto smette, e lascia libera la connessione', async () => {
    const stop = new AbortController();
    await expect(readAll(async () => stop.abort(new Error('spento')), stop.signal)).rejects.toThrow('spento');
    for (let i = 0; i < 10; i += 1)
      await expect(
        readAll(async () => {
          throw new Error('disco pieno');
        }),
      ).rejects.toThrow('disco pieno');
    expect((await readAll()).lotti).toHaveLength(11);
  });

  it('chi non c’è più, o non vede più l’area, non legge niente', async () => {
    const reader = (identity: Identity | null) =>
      listReader({ db: portale.deps.readDb, catalogue, clock: portale.deps.clock, identity: async () => identity });
    const rows = vi.fn(immediately);
    for (const who of [null, { ...anna, permessi: {} }]) {
      await expect(reader(who).read(ACCISE, 'anna', { start: immediately, rows }, never)).rejects.toMatchObject({ code: 'NON_PERMESSO' });
    }
    await expect(
      reader(anna).read({ tabella: 'storico', colonne: ['quando'] }, 'anna', { start: immediately, rows }, never),
    ).rejects.toMatchObject({ code: 'NON_PERMESSO' });
    expect(rows).not.toHaveBeenCalled();
  });

  it('una ricostruzione che intanto scambia le tabelle non toglie righe', async () => {
    const { store, log } = portale.deps;
    let aRebuild: Promise<unknown> = Promise.resolve();
    const read = await readAll(async () => {
      // these rows come from no event, so a rebuild creates empty tables
      aRebuild = rebuild({ store, url: portale.url, log, projections: catalogue.projections, upcasts: catalogue.upcasts });
      await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 15_000, interval: 20 });
    });
    await aRebuild;
    expect(read.id).toEqual(until(2600));
    expect((await readAll()).id).toEqual([]);
  });
});
