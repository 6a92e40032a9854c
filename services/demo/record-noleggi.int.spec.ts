import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../test/portal.ts';
import { ready } from '../../test/access.ts';
import { rulesOver } from '../modules.ts';
import { derivedCommandId } from '../registers/command-handling.ts';
import { recordEntries } from './index.ts';
import { noleggiDemo, rentalsDemo } from './noleggi.ts';
import { PLACES } from './places.ts';
import { workOnSites } from './site-work.ts';

const TODAY = '2026-11-21';
const works = workOnSites([{ commessa: '0400', place: PLACES[0]!, inizio: '2024-01-01', fine: null }], [], TODAY);
const entries = noleggiDemo(rentalsDemo(works, TODAY, 0), TODAY)
  .filter((entry) => 'noleggio' in entry && ['0-0', '0-9', '0-13'].includes(entry.noleggio.quale) && entry.at < new Date(TODAY))
  .sort((a, b) => a.at.getTime() - b.at.getTime());

describe('i noleggi della demo, caricati', () => {
  let portale: TestPortal;
  beforeAll(async () => (portale = await startTestPortal()));
  afterAll(() => portale?.stop());

  async function tell(): Promise<void> {
    await recordEntries(portale.deps, rulesOver, entries, (i) => derivedCommandId('prova', String(i)));
    await ready(portale);
  }
  const rows = (table: 'noleggi' | 'storicoNoleggi' | 'fotoNoleggi') =>
    portale.deps.readDb.selectFrom(table).selectAll().orderBy('id').execute();
  const everything = async () => ({
    noleggi: await rows('noleggi'),
    periodi: await rows('storicoNoleggi'),
    foto: await rows('fotoNoleggi'),
  });

  it('hanno matricole nell’ordine di arrivo, e ogni file che nominano è nell’archivio, con la sua versione', async () => {
    await tell();
    const { noleggi, periodi, foto } = await everything();
    expect(noleggi.map((row) => row['matricola'])).toEqual(['N00001', 'N00002', 'N00003']);
    const arrivals = noleggi.map((row) => (row['creato'] as Date).getTime());
    expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b));
    expect(periodi.length).toBe(entries.filter((entry) => 'noleggio' in entry && entry.noleggio.fatto === 'periodo').length);
    const file = [...noleggi, ...periodi, ...foto].flatMap((row) =>
      Object.values(row['archivio'] as Record<string, { percorso: string; versione: number; byte: number }>),
    );
    expect(file.length).toBe(
      entries.filter((entry) => 'noleggio' in entry && ['documento', 'contratto', 'foto'].includes(entry.noleggio.fatto)).length,
    );
    for (const { percorso, versione, byte } of file)
      expect(await portale.deps.files.info(percorso)).toMatchObject({ version: versione, bytes: byte });
  });

  it('raccontati di nuovo, dopo un’interruzione, restano gli stessi', async () => {
    const before = await everything();
    await tell();
    expect(await everything()).toEqual(before);
  });
});
