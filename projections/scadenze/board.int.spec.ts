import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';
import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import * as reading from '#contracts/core/fold.ts';
import { IN_USE } from '#contracts/modules/macchinari.ts';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { bandOf } from '#contracts/modules/scadenze/due-date.ts';
import { requiredOf, type Requirement } from '#contracts/modules/scadenze/required.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { catalogue } from '../../test/catalogue.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { everything, newEvent, testTables } from '../engine/events.testing.ts';
import { readList } from '../registers/register.queries.ts';
import { boardProjections } from './board.testing.ts';
import { readBoard } from './board.queries.ts';

const TODAY = '2026-11-23';
const projections = boardProjections('macchinari', 'personale');
const fold = reading.fold.bind(null, catalogue);

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;
let store: EventStore;

beforeAll(async () => {
  database = await testDatabase();
  store = memoryStore();
  tables = await testTables(database.url, projections);
});
afterAll(async () => {
  await tables.db.destroy();
  await database.close();
});

interface RandomFact {
  stream: string;
  type: string;
  data: JsonObject;
}

const day = fc.option(
  fc.constantFrom(-400, -1, 0, 1, 7, 8, 30, 31, 60, 61, 90, 91, 400).map((days) => addDays(TODAY, days)),
  { nil: null },
);
const file = fc.constantFrom(null, 'x/y.pdf');
const some = <T extends JsonObject>(values: fc.Arbitrary<T>): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(values, fc.integer({ min: 0, max: 255 }))
    .map(([all, mask]) => Object.fromEntries(Object.entries(all).filter((_entry, at) => (mask >> (at % 8)) & 1)));

const ofRecord = (table: string, name: string, key: JsonObject, values: fc.Arbitrary<JsonObject>): fc.Arbitrary<RandomFact> =>
  fc.tuple(fc.constantFrom('Registrat', 'Modificat', 'Modificat', 'Eliminat', 'Ripristinat'), some(values)).map(([what, data]) => ({
    stream: `${table}-${String(Object.values(key)[0])}`,
    type: `${name}${what}o.v1`,
    data: what === 'Eliminat' ? key : { ...data, ...key },
  }));

const machine = fc.constantFrom('M1', 'M2', 'M3').chain((matricola) =>
  ofRecord(
    'macchinari',
    'Macchinario',
    { matricola },
    fc.record({
      scadenza_varie2: day,
      varie2: file,
      scadenza_varie3: day,
      tipologia: fc.constantFrom('Gru', 'Pala'),
      stato_attuale: fc.constantFrom(null, 'Operativo', 'Demolito'),
      collaudo: file,
      scadenza_collaudo: day,
      documenti_ce: file,
    }),
  ),
);
const worker = fc.constantFrom('101', '102', '103').chain((matricola) =>
  ofRecord(
    'personale',
    'Lavoratore',
    { matricola },
    fc.record({
      scadenza_ci: day,
      ci: file,
      scadenza_patente: day,
      scadenza_ple: day,
      ple: file,
      mansione: fc.constantFrom(1, 2),
      extra_ue: fc.constantFrom(0, 1),
      data_fine: day,
    }),
  ),
);
const site = ofRecord('cantieri', 'Cantiere', { commessa: '0421' }, fc.record({ data_fine: day }));
/** Arbitrary fact about a worker's file, for renewed documents. */
const renewed: fc.Arbitrary<RandomFact> = fc.constantFrom('101', '102').chain((id) =>
  fc.constantFrom('DocumentoCaricato.v1', 'DocumentoEliminato.v1').map((type) => ({
    stream: `personale-${id}`,
    type,
    data: { tabella: 'personale', id, campo: 'ple', ...(type === 'DocumentoCaricato.v1' ? { percorso: 'a/b.pdf', file_versione: 1 } : {}) },
  })),
);
const requirement = fc
  .integer({ min: 1, max: 3 })
  .chain((id) =>
    ofRecord(
      'requisiti',
      'Requisito',
      { id },
      fc.constantFrom<JsonObject>(
        { soggetto: 'lavoratore', tipo_documento: 'ci|patente', commessa: '*' },
        { soggetto: 'lavoratore', tipo_documento: 'ple', mansione: 1, se: 'extra_ue' },
        { soggetto: 'lavoratore', tipo_documento: 'ps', commessa: '*', tra_presenti: 1 },
        { soggetto: 'macchina', tipo_documento: 'periodica', tipologia: 'Gru' },
        { soggetto: 'macchina', tipo_documento: 'funi', commessa: '0421' },
      ),
    ).map((fact) => fact),
  );
/** Arbitrary facts of requirements without partial changes, which would mix the values of different requirements. */
const whole: fc.Arbitrary<RandomFact> = requirement.filter(
  ({ type, data }) => type !== 'RequisitoModificato.v1' && (type === 'RequisitoEliminato.v1' || 'soggetto' in data),
);
const line: fc.Arbitrary<RandomFact> = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('0421', '0500'), fc.constantFrom(-31, -30, -3, 0), fc.constantFrom('M1', 'M2'))
  .map(([id, commessa, days, attrezzatura]) => ({
    stream: 'produzione_padre-1',
    type: 'RigaProduzioneAggiunta.v1',
    data: { id, id_intestazione: 1, data: addDays(TODAY, days), commessa, attrezzatura },
  }));
const kind: fc.Arbitrary<RandomFact> = fc.constantFrom('TipoDocumentoRegistrato.v1', 'TipoDocumentoEliminato.v1').map((type) => ({
  stream: 'tipi_documento-1',
  type,
  data:
    type === 'TipoDocumentoRegistrato.v1'
      ? ({ id: 1, soggetto: 'macchina', codice: 'collaudo', nome: 'Collaudo' } as JsonObject)
      : { id: 1 },
}));
const fact = fc.oneof(
  { weight: 4, arbitrary: machine },
  { weight: 4, arbitrary: worker },
  site,
  renewed,
  { weight: 2, arbitrary: whole },
  line,
  kind,
);

type Seen = Pick<DueItem, 'soggetto' | 'tipo' | 'scadenza' | 'fascia' | 'cantiere' | 'chiuso'> & { id: string };

/** Computes the expected board record by record, without the portal's queries. */
function recount(events: readonly StoredEvent[]): Seen[] {
  const streams = Map.groupBy(events, ({ stream }) => stream);
  const records = [...streams.values()]
    .flatMap((one) => [...fold(one).values()])
    .filter(({ exists, parentDeleted }) => exists && !parentDeleted);
  const of = (table: string) => records.filter((record) => record.table === table);
  const requirements = of('requisiti').map(({ values }) => values as unknown as Requirement);
  const collaudo = of('tipi_documento').length > 0;
  const lines = of('produzione')
    .filter(({ values }) => daysBetween(String(values['data']), TODAY) <= 30)
    .toSorted((a, b) => String(b.values['data']).localeCompare(String(a.values['data'])) || Number(b.id) - Number(a.id));
  const ended = (values: Values) => String(values['data_fine'] ?? TODAY) < TODAY;
  const band = (date: string) => bandOf(daysBetween(TODAY, date));
  const rows: Seen[] = [];
  const take = (
    soggetto: 'macchina' | 'lavoratore',
    id: string,
    values: Values,
    documents: readonly [string, string, string | null][],
    cantiere: string | null,
    isClosed: 0 | 1,
  ) => {
    const held = new Map(
      documents.map(([tipo, path, expiry]) => [
        tipo,
        { file: values[path] ?? null, date: expiry ? ((values[expiry] ?? null) as string | null) : null },
      ]),
    );
    for (const [tipo, { date }] of held)
      if (date !== null && (tipo !== 'collaudo' || collaudo))
        rows.push({ soggetto, id, tipo, scadenza: date, fascia: band(date), cantiere, chiuso: isClosed });
    const asked = {
      soggetto,
      mansione: values['mansione'] as number | null,
      extra_ue: values['extra_ue'] as number | null,
      tipologie: soggetto === 'macchina' && values['tipologia'] ? [String(values['tipologia'])] : [],
      cantieri: cantiere ? [cantiere] : [],
    };
    for (const tipo of new Set(
      requiredOf(asked, requirements)
        .filter(({ codici }) => codici.length > 0)
        .map(({ codici }) => codici.join('|')),
    ))
      if (tipo.split('|').every((code) => !held.get(code)?.file && !held.get(code)?.date))
        rows.push({ soggetto, id, tipo, scadenza: null, fascia: 'assente', cantiere, chiuso: isClosed });
  };
  for (const { id, values } of of('macchinari')) {
    const at = lines.find((one) => one.values['attrezzatura'] === id)?.values['commessa'];
    take(
      'macchina',
      id,
      values,
      [
        ['funi', 'varie2', 'scadenza_varie2'],
        ['periodica', 'varie3', 'scadenza_varie3'],
        ['collaudo', 'collaudo', 'scadenza_collaudo'],
        ['ce', 'documenti_ce', null],
      ],
      (at ?? null) as string | null,
      values['stato_attuale'] === 'Demolito' ? 1 : 0,
    );
  }
  for (const { id, values } of of('personale'))
    take(
      'lavoratore',
      id,
      values,
      ['ci', 'patente', 'ple', 'ps'].map((code) => [code, code, `scadenza_${code}`] as const).map(([a, b, c]) => [a, b, c]),
      null,
      ended(values) ? 1 : 0,
    );
  for (const { id, values } of of('cantieri')) {
    const date = values['data_fine'] as string | null | undefined;
    const worked =
      date && daysBetween(date, TODAY) <= 30 && lines.some((one) => one.values['commessa'] === id && String(one.values['data']) > date);
    const isClosed = ended(values) && !worked ? 1 : 0;
    if (date)
      rows.push({ soggetto: 'cantiere', id, tipo: 'fine_cantiere', scadenza: date, fascia: band(date), cantiere: id, chiuso: isClosed });
  }
  return rows;
}

const sorted = (rows: readonly Seen[]) =>
  rows.map((row) => JSON.stringify([row.soggetto, row.id, row.tipo, row.scadenza, row.fascia, row.cantiere, row.chiuso])).toSorted();
const ALL = { macchina: 'all', noleggio: 'all', lavoratore: 'all', cantiere: 'all', ditta: 'all' } as const;
const board = (closed?: 'with') =>
  readBoard(tables.db, { scopes: ALL, utente: 'mario', giorno: TODAY, today: TODAY, filters: {}, closed, pagina: 1, righe: 500 });

describe('lo scadenzario', () => {
  it('è il riconteggio di tutti i record, qualunque cosa sia accaduta, e i suoi scaduti quelli degli elenchi', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 1, maxLength: 50 }), async (facts) => {
        await sql`drop schema if exists letture cascade`.execute(tables.db);
        await tables.db.destroy();
        store = memoryStore();
        tables = await testTables(database.url, projections);
        for (const [n, { stream, type, data }] of facts.entries()) {
          await store.append(stream, [newEvent(type, data)], 'any');
          if (n % 9 === 8) await tables.catchUp(store);
        }
        await tables.catchUp(store);
        const [{ data, fasce, totale, chiusi }, whole, all] = [await board(), await board('with'), recount(await everything(store))];
        const counted = all.filter((row) => row.chiuso === 0);
        expect(sorted(whole.data.map((item) => ({ ...item, id: String(item.id) })))).toEqual(sorted(all));
        expect([chiusi, whole.chiusi]).toEqual([all.length - counted.length, all.length - counted.length]);
        expect(sorted(data.map((item) => ({ ...item, id: String(item.id) })))).toEqual(sorted(counted));
        expect(totale).toBe(counted.length);
        for (const [fascia, count] of Object.entries(fasce))
          expect(
            counted.filter((row) => row.fascia === fascia),
            fascia,
          ).toHaveLength(count);
        for (const [def, soggetto, filtri] of [
          [macchinari, 'macchina', { ...IN_USE, scaduti: true }],
          [personale, 'lavoratore', { scaduti: true }],
        ] as const) {
          const effective = await catalogue.currentDefinition(tables.db, def);
          const { rows } = await readList(tables.db, catalogue, effective, { scope: 'all', utente: 'mario', filtri, today: TODAY });
          const expired = new Set(
            (soggetto === 'macchina' ? data : whole.data)
              .filter((item) => item.soggetto === soggetto && item.fascia === 'scaduto')
              .map(({ id }) => String(id)),
          );
          expect(expired, soggetto).toEqual(new Set(rows.map((row) => String(row[def.key.field]))));
        }
      }),
      { numRuns: 40 },
    );
  }, 180_000);
});
