import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RichiestaElenco } from '#contracts/jobs/esporta-elenco.ts';
import type { Identita } from '#contracts/core/permissions.ts';
import { avviaPortaleDiProva, type PortaleDiProva } from '../../test/portal.ts';
import { ricostruisci } from '../engine/rebuild.ts';
import { lettoreElenchi } from './list-reader.ts';

const anna: Identita = { memberID: 'anna', groupID: 3, permessi: { accise: { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 } } };
const ACCISE: RichiestaElenco = { tabella: 'accise', colonne: ['id'], ordina: 'id' };
const mai = new AbortController().signal;
const subito = () => Promise.resolve();

describe('leggere un elenco per un processo', () => {
  let portale: PortaleDiProva;
  beforeAll(async () => {
    portale = await avviaPortaleDiProva();
    await inserisci(1, 2500);
  });
  afterAll(() => portale?.ferma());

  const inserisci = (da: number, a: number) => sql`insert into accise (id, utente, versione, creato, modificato, modificato_da, archivio, eliminato, padre_eliminato)
    select n, 'anna', 1, now(), now(), 'anna', '{}', false, false from generate_series(${da}::int, ${a}::int) n`.execute(portale.dip.letture);
  const quante = async () => (await sql<{ n: number }>`select count(*)::int as n from accise`.execute(portale.dip.letture)).rows[0]?.n;

  /** The ids that were read; `durante` runs between the first batch and the second. */
  async function leggi(durante: () => Promise<unknown> = subito, signal = mai): Promise<{ id: unknown[]; lotti: number[]; totale: number | undefined }> {
    const letto = { id: [] as unknown[], lotti: [] as number[], totale: undefined as number | undefined };
    await lettoreElenchi({ db: portale.dip.letture, clock: portale.dip.clock, identita: async () => anna }).leggi(ACCISE, 'anna', {
      inizio: async (totale) => void (letto.totale = totale),
      async righe(righe) {
        letto.id.push(...righe.map((r) => r['id']));
        letto.lotti.push(righe.length);
        if (letto.lotti.length === 1) await durante();
      },
    }, signal);
    return letto;
  }
  const fino = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

  it('a lotti, com’era quando si è cominciato: ciò che altri scrivono intanto è per la prossima volta', async () => {
    expect(await leggi()).toEqual({ id: fino(2500), lotti: [1000, 1000, 500], totale: 2500 });
    expect((await leggi(() => Promise.all([inserisci(2501, 2600), sql`delete from accise where id between 1200 and 1300`.execute(portale.dip.letture)]))).id).toEqual(fino(2500));
    await inserisci(1200, 1300);
  });

  it('interrotto smette, e lascia libera la connessione', async () => {
    const ferma = new AbortController();
    await expect(leggi(async () => ferma.abort(new Error('spento')), ferma.signal)).rejects.toThrow('spento');
    for (let i = 0; i < 10; i += 1) await expect(leggi(async () => { throw new Error('disco pieno'); })).rejects.toThrow('disco pieno');
    expect((await leggi()).lotti).toHaveLength(3);
  });

  it('chi non c’è più, o non vede più l’area, non legge niente', async () => {
    const lettore = (identita: Identita | null) => lettoreElenchi({ db: portale.dip.letture, clock: portale.dip.clock, identita: async () => identita });
    const righe = vi.fn(subito);
    for (const chi of [null, { ...anna, permessi: {} }]) {
      await expect(lettore(chi).leggi(ACCISE, 'anna', { inizio: subito, righe }, mai)).rejects.toMatchObject({ code: 'NON_PERMESSO' });
    }
    await expect(lettore(anna).leggi({ tabella: 'storico', colonne: ['quando'] }, 'anna', { inizio: subito, righe }, mai)).rejects.toMatchObject({ code: 'NON_PERMESSO' });
    expect(righe).not.toHaveBeenCalled();
  });

  it('una ricostruzione che intanto scambia le tabelle non toglie righe', async () => {
    const { store, log } = portale.dip;
    let ricostruzione: Promise<unknown> = Promise.resolve();
    const letto = await leggi(async () => {
      // these rows are in no event: the new tables are empty
      ricostruzione = ricostruisci({ store, url: portale.url, log });
      await vi.waitFor(async () => expect(await quante()).toBe(0), { timeout: 15_000, interval: 20 });
    });
    await ricostruzione;
    expect(letto.id).toEqual(fino(2600));
    expect((await leggi()).id).toEqual([]);
  });
});
