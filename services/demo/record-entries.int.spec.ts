import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import { installKinds } from '../modules/scadenze/install-kinds.ts';
import { rulesOver } from '../modules.ts';
import { derivedCommandId } from '../registers/command-handling.ts';
import { ready } from '../../test/access.ts';
import { startTestPortal, type TestPortal } from '../../test/portal.ts';
import { batchesOf } from './batches.ts';
import type { Entry } from './entries.ts';
import { generateDemo } from './generate.ts';
import { recordEntries, recordEntry, recordersOver } from './index.ts';

const SLOW = { timeout: 180_000 };
const about = (entry: Entry): string => {
  if ('command' in entry)
    return String(entry.command.key ?? entry.command.values?.['matricola'] ?? entry.command.values?.['commessa'] ?? '');
  if ('document' in entry) return entry.document.matricola;
  if ('carta' in entry) return entry.carta.matricola;
  if ('giornata' in entry) return entry.giornata.cantiere;
  return 'noleggio' in entry ? entry.noleggio.quale : '';
};
/** Subjects whose entries the spec records: master lists, two machines, a worker, two rentals, a site. */
const ABOUT = ['', 'A0018', 'A0001', '1001', '0-0', '0-9', '0400'];
let days = 0;
const entries = generateDemo('2026-11-21', 0)
  .filter((entry) => ABOUT.includes(about(entry)))
  .filter((entry) => !('giornata' in entry) || (days += 1) <= 12);
const commandIdOf = (index: number): string => derivedCommandId('prova', String(index));

async function logOf(portale: TestPortal): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  const count = await portale.deps.store.countAfter(null, 1_000_000);
  for await (const batch of portale.deps.store.readAll(null, AbortSignal.timeout(30_000))) {
    events.push(...batch);
    if (events.length >= count) break;
  }
  // leaves out sealed data, since each portal seals with its own keys
  return events.map((event) => ({ ...event, recordedData: undefined }));
}

describe('la ditta dimostrativa, scritta a lotti', SLOW, () => {
  let together: TestPortal;
  let alone: TestPortal;
  beforeAll(async () => {
    [together, alone] = await Promise.all([startTestPortal(), startTestPortal()]);
    for (const portale of [together, alone]) {
      await installKinds(portale.deps);
      await ready(portale);
    }
  }, SLOW.timeout);
  afterAll(() => Promise.all([together?.stop(), alone?.stop()]));

  it('è quella che farebbero gli stessi comandi, uno alla volta: eventi, flussi, versioni, numeri, ordine e file', async () => {
    await recordEntries(together.deps, rulesOver, entries, commandIdOf);
    const recorders = recordersOver(alone.deps);
    const ends = new Set(batchesOf(alone.deps.catalogue, entries).map((batch) => batch.from + batch.entries.length - 1));
    for (const [i, entry] of entries.entries()) {
      await recordEntry(alone.deps, entry, commandIdOf(i), recorders);
      if (ends.has(i)) await ready(alone);
    }
    const [written, expected] = [await logOf(together), await logOf(alone)];
    const demo = (events: StoredEvent[]) => events.filter(({ metadata }) => metadata.origine === 'demo');
    expect(demo(written).length).toBeGreaterThan(entries.length - 20);
    expect(new Set(demo(written).map(({ type }) => type)).size).toBeGreaterThan(20);
    const unplaced = (events: StoredEvent[]) => demo(events).map((event) => ({ ...event, position: '' }));
    expect(unplaced(written)).toEqual(unplaced(expected));
    for (const { data } of demo(written)) {
      if (typeof data['percorso'] !== 'string' || typeof data['file_versione'] !== 'number') continue;
      const bytes = async ({ deps }: TestPortal) =>
        Buffer.concat(await (await deps.files.read(data['percorso'] as string, data['file_versione'] as number)).open().toArray());
      expect(await bytes(together)).toEqual(await bytes(alone));
    }
    const numbers = ({ deps }: TestPortal) =>
      deps.writeDb.withSchema('public').selectFrom('numeri').selectAll().orderBy('sequenza').execute();
    expect(await numbers(together)).toEqual(await numbers(alone));
  });

  it('interrotta prima di un lotto qualunque e ricominciata è la stessa', async () => {
    const broken = await startTestPortal();
    try {
      await installKinds(broken.deps);
      await ready(broken);
      let writes = 0;
      // the log fails on the last batch, whose files are already in place
      const store = {
        ...broken.deps.store,
        appendAll: (appends: Parameters<typeof broken.deps.store.appendAll>[0]) =>
          (writes += 1) === 3 ? Promise.reject(new Error('gone')) : broken.deps.store.appendAll(appends),
      };
      await expect(recordEntries({ ...broken.deps, store }, rulesOver, entries, commandIdOf)).rejects.toThrow('gone');
      await recordEntries(broken.deps, rulesOver, entries, commandIdOf);
      const facts = async (portale: TestPortal) =>
        (await logOf(portale))
          .filter(({ metadata }) => metadata.origine === 'demo')
          .map(({ stream, version, type, metadata }) => [stream, version, type, metadata.eventId]);
      expect(await facts(broken)).toEqual(await facts(together));
    } finally {
      await broken.stop();
    }
  });
});
