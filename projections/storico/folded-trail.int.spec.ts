import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryItem } from '#contracts/core/history.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { catalogue } from '../../test/catalogue.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { newEvent, testTables } from '../engine/events.testing.ts';
import { foldedTrail, register, trailGroups, type TrailSelection, type Visibility } from './storico.queries.ts';

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;
const store = memoryStore();

/** Requests in the order of the log below, each with user, origin and recorded entries. */
const REQUESTS = [
  { utente: 'anna', origine: 'web', records: ['macchinari/M1'] },
  { utente: 'sistema', origine: 'importazione', records: ['macchinari/M2', 'macchinari/M3', 'cantieri/C1', 'macchinari/M4'] },
  { utente: 'luca', origine: 'web', records: ['cantieri/C2', 'macchinari/M5'] },
  { utente: 'sistema', origine: 'sistema', alone: true, records: ['macchinari/M6', 'macchinari/M7', 'cantieri/C3', 'macchinari/M8'] },
  { utente: 'anna', origine: 'demo', alone: true, records: ['macchinari/M9', 'cantieri/C4', 'cantieri/C5'] },
  { utente: 'anna', origine: 'api', records: ['cantieri/C6', 'cantieri/C7'] },
] as const;
const DAYS = ['2026-03-01T08:00:00.000Z', '2026-03-01T22:59:00.000Z', '2026-03-02T08:00:00.000Z'];

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, catalogue.projections);
  for (const [day, at] of DAYS.entries())
    for (const [n, { utente, origine, records, ...request }] of REQUESTS.entries())
      for (const [i, record] of records.entries()) {
        const [table, name] = record.split('/');
        const key = `${name}-${day}`;
        const event =
          table === 'macchinari'
            ? newEvent('MacchinarioRegistrato.v1', { matricola: key, marca: 'Soilmec' }, { utente, at })
            : newEvent('CantiereRegistrato.v1', { commessa: key, committente: 'Anas' }, { utente, at });
        const commandId = `comando-${day}-${n}-${i}`;
        const correlationId = 'alone' in request ? commandId : `richiesta-${n}`;
        await store.append(`${table}-${key}`, [{ ...event, metadata: { ...event.metadata, origine, commandId, correlationId } }], 'any');
      }
  await tables.catchUp(store);
});
afterAll(async () => {
  await tables.db.destroy();
  await database.close();
});

const keyOf = ({ tabella, id, versione }: HistoryItem): string => `${tabella}/${id}/${versione}`;
const whole = async (asked: TrailSelection): Promise<HistoryItem[]> =>
  (await register(tables.db, { ...asked, pagina: 1, righe: 500 })).righe;

async function allPages(asked: TrailSelection, righe: number): Promise<{ rows: HistoryItem[]; totals: Set<string> }> {
  const rows: HistoryItem[] = [];
  const totals = new Set<string>();
  for (let pagina = 1; ; pagina += 1) {
    const page = await foldedTrail(tables.db, { ...asked, pagina, righe });
    rows.push(...page.righe);
    totals.add(`${page.totale}/${page.voci}`);
    if (page.righe.length < righe) return { rows, totals };
  }
}

const visibility: fc.Arbitrary<Visibility | undefined> = fc.constantFrom(
  undefined,
  { tutte: ['macchinari', 'cantieri'], proprie: [], utente: 'admin' },
  { tutte: ['macchinari'], proprie: ['cantieri'], utente: 'anna' },
  { tutte: [], proprie: ['macchinari', 'cantieri'], utente: 'sistema' },
  { tutte: ['cantieri'], proprie: [], utente: 'anna' },
  { tutte: [], proprie: [], utente: 'anna' },
);

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const chosen = fc
  .record({
    visible: visibility,
    utente: maybe('anna', 'luca', 'sistema'),
    area: maybe('macchinari', 'cantieri'),
    sistema: maybe('senza', 'solo'),
    solo: maybe('modifiche'),
    evento: maybe('creato', 'CantiereRegistrato.v1'),
    dal: maybe('2026-03-01', '2026-03-02'),
    cerca: maybe('anas', 'M4', 'soilmec 2'),
    filtri: maybe<Record<string, unknown>>(
      { utente: ['anna', 'sistema'] },
      { quando: { da: '2026-03-02', a: '2026-03-02' } },
      { quando: { a: '2026-03-01' }, tabella: ['cantieri'] },
      { fatto: { contiene: 'm1' }, origine: ['web', 'api'] },
      { campi: { contiene: 'soilmec' } },
      { nome: { vuoto: true }, tipo: ['modificato', null] },
    ),
  })
  .map((asked) => Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as TrailSelection);

describe('Lo storico del portale, a righe', () => {
  it('le pagine, aperte, sono l’elenco di tutte le voci che si vedono, con ogni diritto e filtro', async () => {
    await fc.assert(
      fc.asyncProperty(chosen, fc.integer({ min: 1, max: 9 }), async (asked, righe) => {
        const plain = await whole(asked);
        const { rows, totals } = await allPages(asked, righe);
        expect([...totals]).toEqual([`${rows.length}/${plain.length}`]);
        const opened = await Promise.all(
          rows.map(async (row) => {
            if (!row.insieme) return [row];
            const entries = await whole({ ...asked, gruppo: row.insieme.gruppo });
            expect(entries).toHaveLength(row.insieme.quante);
            expect(row.insieme.parti.reduce((sum, { quante }) => sum + quante, 0)).toBe(row.insieme.quante);
            // the row is the first of its entries
            expect(keyOf(entries.at(-1)!)).toBe(keyOf(row));
            return entries;
          }),
        );
        expect(opened.flat().map(keyOf).toSorted()).toEqual(plain.map(keyOf).toSorted());
        // rows stand where their first entries do
        const places = new Map(plain.map((entry, place) => [keyOf(entry), place]));
        const order = rows.map((row) => places.get(keyOf(row))!);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
      { numRuns: 60 },
    );
  });

  it('accanto a ogni valore di una colonna sta il numero di righe che lo hanno, con ogni altro filtro', async () => {
    const column = fc.constantFrom('quando', 'utente', 'tipo', 'tabella', 'area', 'origine', 'evento', 'record', 'nome', 'campi');
    await fc.assert(
      fc.asyncProperty(chosen, column, fc.boolean(), async (asked, per, folded) => {
        const { data, totale } = await trailGroups(tables.db, asked, { per, folded, limit: 500, offset: 0 });
        expect(data).toHaveLength(totale);
        for (const { valore, quanti } of data) {
          const other = asked.filtri?.[per];
          // a second condition on the same column would replace the first
          if (other !== undefined) continue;
          const only = { ...asked, filtri: { ...asked.filtri, [per]: [valore] }, pagina: 1, righe: 500 };
          expect([valore, (await (folded ? foldedTrail : register)(tables.db, only)).totale]).toEqual([valore, quanti]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('una condizione su una colonna è quella del suo filtro di prima, e si rifiuta se sbagliata', async () => {
    const same = async (filtri: Record<string, unknown>, asked: TrailSelection) =>
      expect((await whole({ filtri })).map(keyOf)).toEqual((await whole(asked)).map(keyOf));
    await same({ utente: ['anna'] }, { utente: 'anna' });
    await same({ area: ['cantieri'] }, { area: 'cantieri' });
    await same({ tipo: ['creato'] }, { evento: 'creato' });
    await same({ origine: ['sistema', 'importazione', 'demo'] }, { sistema: 'solo' });
    await same({ quando: { da: '2026-03-02', a: '2026-03-02' } }, { dal: '2026-03-02', al: '2026-03-02' });
    expect((await whole({ filtri: { campi: { contiene: 'committente anas' } } })).every(({ tabella }) => tabella === 'cantieri')).toBe(
      true,
    );
    expect((await whole({ filtri: { motivo: { vuoto: false } } })).length).toBe(0);
    for (const filtri of [{ testo: { contiene: 'x' } }, { quando: { da: 'ieri' } }, { utente: { maggiore: 1 } }])
      await expect(whole({ filtri })).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA' });
    await expect(async () => trailGroups(tables.db, {}, { per: 'testo', folded: true, limit: 5, offset: 0 })).rejects.toMatchObject({
      code: 'RICHIESTA_NON_VALIDA',
    });
  });

  it('una riga al giorno per richiesta; di ciò che il portale prepara da sé, per registro', async () => {
    const { rows } = await allPages({ dal: '2026-03-02' }, 50);
    expect(rows.map(({ utente, insieme }) => [utente, insieme?.parti.map(({ tabella, quante }) => `${quante} ${tabella}`)])).toEqual([
      ['anna', ['2 cantieri']],
      ['anna', ['2 cantieri']],
      ['anna', undefined],
      ['sistema', undefined],
      ['sistema', ['3 macchinari']],
      ['luca', ['1 cantieri', '1 macchinari']],
      ['sistema', ['3 macchinari', '1 cantieri']],
      ['anna', undefined],
    ]);
  });

  it('ciò che segue dal fatto di una persona si conta a parte', async () => {
    const renamed = newEvent('LavorazioneModificata.v1', { id: 1, descrizione: 'JET' }, { utente: 'anna', at: '2026-03-09T08:00:00.000Z' });
    const metadata = { ...renamed.metadata, origine: 'web', correlationId: 'rinomina' };
    await store.append('lavorazioni-1', [{ ...renamed, metadata }], 'any');
    for (const [n, key] of ['C1-0', 'C2-0'].entries()) {
      const follower = newEvent(
        'CantiereModificato.v1',
        { commessa: key, committente: 'ANAS' },
        { utente: 'sistema', motivo: 'rinominato' },
      );
      const own = {
        ...follower.metadata,
        at: '2026-03-09T08:00:01.000Z',
        origine: 'sistema',
        commandId: `s${n}`,
        correlationId: 'rinomina',
      };
      await store.append(`cantieri-${key}`, [{ ...follower, metadata: own }], 'any');
    }
    await tables.catchUp(store);
    const { rows } = await allPages({ dal: '2026-03-09' }, 9);
    expect(rows).toMatchObject([
      {
        utente: 'anna',
        tabella: 'lavorazioni',
        insieme: {
          quante: 3,
          unico: false,
          parti: [
            { tabella: 'lavorazioni', quante: 1, segue: false },
            { tabella: 'cantieri', quante: 2, segue: true },
          ],
        },
      },
    ]);
    // a reader who may not see the renamed register sees only the records changed in consequence
    const seen = await allPages({ dal: '2026-03-09', visible: { tutte: ['cantieri'], proprie: [], utente: 'luca' } }, 9);
    expect(seen.rows).toMatchObject([{ utente: 'sistema', insieme: { quante: 2, parti: [{ tabella: 'cantieri', segue: false }] } }]);
    expect((await allPages({ dal: '2026-03-09', sistema: 'senza' }, 9)).rows.map(({ insieme }) => insieme)).toEqual([undefined]);
  });
});
