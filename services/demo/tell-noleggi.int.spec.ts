import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { avviaPortaleDiProva, mittenteDiProva, SISTEMA, type PortaleDiProva } from '../../test/portal.ts';
import { pronto } from '../../test/access.ts';
import { commandIdDerivato } from '../registers/command-handling.ts';
import { inOrdine } from './in-order.ts';
import { noleggiDemo } from './noleggi.ts';
import { raccontaNoleggi } from './tell-noleggi.ts';
import { streamDi } from './entries.ts';

const OGGI = '2026-11-21';
/** Three of the rentals, in order of time. */
const voci = noleggiDemo([{ commessa: '0400', inizio: '2024-01-01', fine: null }], OGGI, 0)
  .filter((voce) => 'noleggio' in voce && ['0-0', '0-9', '0-13'].includes(voce.noleggio.quale) && voce.at < new Date(OGGI))
  .sort((a, b) => a.at.getTime() - b.at.getTime());

describe('i noleggi della demo, caricati', () => {
  let portale: PortaleDiProva;
  beforeAll(async () => (portale = await avviaPortaleDiProva()));
  afterAll(() => portale?.ferma());

  /** As the loading does, some of them at once. */
  async function racconta(): Promise<void> {
    const accade = raccontaNoleggi(portale.dip);
    await inOrdine(voci, 6, streamDi, async (voce, i) => {
      if (!('noleggio' in voce)) throw new Error('only rentals here');
      await accade(voce.noleggio, mittenteDiProva({ ...SISTEMA, memberID: voce.utente }, { origine: 'demo', at: voce.at, commandId: commandIdDerivato('prova', String(i)) }));
    });
    await pronto(portale);
  }
  const righe = (tabella: string) => portale.dip.letture.selectFrom(tabella).selectAll().orderBy('id').execute();
  const tutto = async () => ({ noleggi: await righe('noleggi'), periodi: await righe('storicoNoleggi'), foto: await righe('fotoNoleggi') });

  it('hanno matricole nell’ordine di arrivo, e ogni file che nominano è nell’archivio, con la sua versione', async () => {
    await racconta();
    const { noleggi, periodi, foto } = await tutto();
    expect(noleggi.map((riga) => riga['matricola'])).toEqual(['N00001', 'N00002', 'N00003']);
    const arrivi = noleggi.map((riga) => (riga['creato'] as Date).getTime());
    expect(arrivi).toEqual(arrivi.toSorted((a, b) => a - b));
    expect(periodi.length).toBe(voci.filter((voce) => 'noleggio' in voce && voce.noleggio.fatto === 'periodo').length);
    const file = [...noleggi, ...periodi, ...foto].flatMap((riga) => Object.values(riga['archivio'] as Record<string, { percorso: string; versione: number; byte: number }>));
    expect(file.length).toBe(voci.filter((voce) => 'noleggio' in voce && ['documento', 'contratto', 'foto'].includes(voce.noleggio.fatto)).length);
    for (const { percorso, versione, byte } of file) expect(await portale.dip.files.info(percorso)).toMatchObject({ versione, byte });
  });

  it('raccontati di nuovo, dopo un’interruzione, restano gli stessi', async () => {
    const prima = await tutto();
    await racconta();
    expect(await tutto()).toEqual(prima);
  });
});
