import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { catalogue } from '../../test/catalogue.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { openDatabase, type ReadDatabase } from '../database.ts';
import { compileStatement } from '../database/compiled.ts';
import { newEvent, testTables } from '../engine/events.testing.ts';
import type { Projection } from '../engine/projection.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { compareLists } from './comparison.queries.ts';
import { readList, type ListRequest } from './register.queries.ts';

/** Share of the goals' 20,000 records and 150,000 events; `SCALA=1` measures at their size. */
const SCALE = Number(process.env['SCALA'] ?? 0.1);
const [RECORDS, EVENTS] = [20_000 * SCALE, 150_000 * SCALE];
const START = '2025-11-01';
const DAYS = 365;
const LAST = addDays(START, DAYS);

let database: TestDatabase;
let tables: Awaited<ReturnType<typeof testTables>>;
/** Database opened with the settings of API calls, not of projections. */
let reading: ReturnType<typeof openDatabase<ReadDatabase>>;

/** Events of a year: a third of the records are there from the first day, the others come one by one; all are changed in turn. */
function* year(): Generator<StoredEvent> {
  const versions = new Map<string, number>();
  const early = RECORDS / 3;
  let made = 0;
  for (let n = 0; n < EVENTS; n += 1) {
    const creating = n < early || (made < RECORDS && n % 9 === 0);
    const record = creating ? made++ : (n * 7919) % made;
    const matricola = `M${record}`;
    const seconds = n < early ? n : Math.floor(((n - early) / (EVENTS - early)) * DAYS * 86_400) + early;
    const at = new Date(Date.parse(`${START}T08:00:00Z`) + seconds * 1000).toISOString();
    const stream = `macchinari-${matricola}`;
    const version = (versions.get(stream) ?? 0) + 1;
    versions.set(stream, version);
    const type = creating ? 'MacchinarioRegistrato.v1' : n % 997 === 0 ? 'MacchinarioEliminato.v1' : 'MacchinarioModificato.v1';
    const data: JsonObject = creating
      ? {
          matricola,
          marca: `Marca ${record % 40}`,
          modello: `BG ${record % 90}`,
          descrizione: `Perforatrice idraulica ${record}`,
          ore_km: n,
        }
      : { matricola, ore_km: n, scadenza_assicurazione: addDays(LAST, n % 200) };
    yield { ...newEvent(type, data, { at }), stream, version, position: String(n + 1).padStart(16, '0') };
  }
}

beforeAll(async () => {
  database = await testDatabase();
  tables = await testTables(database.url, catalogue.projections);
  const batch: StoredEvent[] = [];
  for (const event of year()) {
    batch.push(event);
    if (batch.length === 2000) await tables.applyAll(batch.splice(0));
  }
  await tables.applyAll(batch);
  reading = openDatabase<ReadDatabase>({ url: database.url, max: 4 });
  await sql`vacuum analyze`.execute(reading.db);
}, 480_000);
afterAll(async () => {
  await reading.db.destroy();
  await tables.db.destroy();
  await database.close();
});

const page: ListRequest = { scope: 'all', utente: 'mario', pagina: 1, righe: 20 };

async function median(request: () => ListRequest & { today: string }): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 15; n += 1) {
    const begin = performance.now();
    await readList(reading.db, catalogue, catalogue.registerOrThrow('macchinari'), request());
    times.push(performance.now() - begin);
  }
  return times.toSorted((a, b) => a - b)[7]!;
}

/** Prints the times and checks no limit of them, since machines differ; sizes do not. */
it('quanto costa la prima pagina a un istante, e quanto crescono le tabelle', async () => {
  let tick = 0;
  // another search each time, so that no count is kept
  const fresh = (): number => (tick += 1);
  const figures: [string, string][] = [];
  const measure = async (name: string, request: () => ListRequest & { today: string }) =>
    figures.push([name, (await median(request)).toFixed(1)]);
  await measure('today', () => ({ ...page, today: LAST }));
  await measure('today, counted anew', () => ({ ...page, today: LAST, filtri: { ore_km: { da: -fresh() } } }));
  for (const days of [0, 1, 30, 120, 240, 350, 365]) {
    const day = addDays(START, days);
    await measure(`after ${days} days`, () => ({ ...page, al: `${day}T12:00:00.000Z`, today: day }));
    await measure(`after ${days} days, counted anew`, () => ({
      ...page,
      al: new Date(Date.parse(`${day}T12:00:00.000Z`) + fresh()).toISOString(),
      today: day,
    }));
  }
  for (const [days, pagina] of [
    [365, 1],
    [365, 100],
    [30, 1],
  ] as const) {
    const moment = (day: string) => ({ al: `${day}T12:00:00.000Z`, giorno: day });
    const between = { da: moment(addDays(LAST, -days)), a: moment(LAST), scope: 'all', utente: 'mario', pagina, righe: 20 } as const;
    const begin = performance.now();
    await compareLists(reading.db, catalogue, catalogue.registerOrThrow('macchinari'), between);
    figures.push([`confronto, ${days} days, page ${pagina}`, (performance.now() - begin).toFixed(1)]);
  }
  const { rows } = await sql<{ table: string; mb: number }>`select relname as table, round(pg_total_relation_size(oid) / 1e6, 1) as mb
    from pg_class where relnamespace = 'letture'::regnamespace and relkind = 'r' order by 2 desc`.execute(reading.db);
  console.table(Object.fromEntries(figures));
  console.table(rows.slice(0, 6));
  const size = (past: boolean) => rows.filter(({ table }) => table.endsWith('_passato') === past).reduce((sum, { mb }) => sum + mb, 0);
  expect(size(true)).toBeLessThan(size(false) * 0.6);
}, 300_000);

/** Returns a projection that keeps no past rows. */
const withoutPast = (projection: Projection): Projection => ({
  ...projection,
  apply: (tx, events) => projection.apply(dropping(tx), events),
});

/** Returns a transaction that leaves out what is written to tables of past rows. */
const dropping = (tx: BatchTransaction): BatchTransaction =>
  new Proxy(tx, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (name === 'send')
        return (statement: Parameters<BatchTransaction['send']>[0]) =>
          /^insert into "\w+_passato"/.test(('sql' in statement ? statement : compileStatement(statement)).sql)
            ? undefined
            : target.send(statement);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

it('quanto costano le righe passate a una scrittura, accanto a una lettura che non le tiene', async () => {
  const sides = await Promise.all(
    [catalogue.projections, catalogue.projections.map(withoutPast)].map(async (projections) => {
      const own = await testDatabase();
      return { own, tables: await testTables(own.url, projections), times: [] as number[] };
    }),
  );
  const events = year();
  const next = (): StoredEvent => events.next().value as StoredEvent;
  // the first machines and some changes, and then changes one by one
  const first = Array.from({ length: 8000 * SCALE }, next);
  for (const { tables: side } of sides) await side.applyAll(first);
  for (let n = 0; n < 600; n += 1) {
    const event = next();
    for (const side of n % 2 ? sides : sides.toReversed()) {
      const begin = performance.now();
      await side.tables.applyAll([event]);
      side.times.push(performance.now() - begin);
    }
  }
  const [kept, none] = sides.map(({ times }) => times.toSorted((a, b) => a - b)[300]!);
  const { rows } = await sql<{ kept: number }>`select count(*)::integer as kept from macchinari_passato`.execute(sides[0]!.tables.db);
  const { rows: left } = await sql<{ kept: number }>`select count(*)::integer as kept from macchinari_passato`.execute(sides[1]!.tables.db);
  console.table({
    'a write, past rows kept': kept!.toFixed(2),
    'a write, no past rows': none!.toFixed(2),
    ratio: (kept! / none!).toFixed(2),
  });
  expect([rows[0]!.kept > 500, left[0]!.kept]).toEqual([true, 0]);
  for (const { own, tables: side } of sides) {
    await side.db.destroy();
    await own.close();
  }
}, 300_000);
