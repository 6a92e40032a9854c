import { pino } from 'pino';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { openDatabase, READ_SCHEMA } from '#projections/database.ts';
import { compileStatement } from '#projections/database/compiled.ts';
import { newEvent, testTables } from '#projections/engine/events.testing.ts';
import type { Projection } from '#projections/engine/projection.ts';
import type { BatchTransaction } from '#projections/engine/transaction.ts';
import { startPostgres } from '#services/platform/postgres/embedded-postgres.ts';
import { testDatabase } from '../../../../test/postgres.ts';
import { catalogue } from '../../data/catalogue.ts';
import { client, type Client } from '../client.ts';
import { inTurns, median, round } from '../measure.ts';
import { withPortal } from '../processes.ts';
import { count, number, type Bench, type Group } from './section.ts';

/** Registers whose first pages are compared; lists of machines and workers judge deadlines anew. */
const LISTS = ['manutenzioni', 'macchinari', 'personale', 'produzione_padre'] as const;
const COMPARED = 'manutenzioni';

/** Measures first pages of lists as of an instant beside today's, what changed between two days a year apart, and what past rows cost. */
export const pastGroup: Group = {
  name: 'passato',
  async run(bench) {
    const rows = await withPortal(bench.folder, async ({ portal, database, token }) => {
      const reader = client(portal.base, token);
      const { pool } = openDatabase({ url: database, max: 1 });
      try {
        await pool.query('vacuum analyze');
        const measured: string[][] = [];
        for (const list of LISTS) measured.push(await firstPage(bench, reader, list));
        return [...measured, await comparison(bench, reader), await growth(pool)];
      } finally {
        await pool.end();
        reader.close();
      }
    });
    return {
      title: 'Lists as of an instant',
      intro: `First pages of today and as of a fortnight ago (\`al=\`), by turns, one reader; medians. The comparison is of ${count(bench.size.maintenance)} maintenance records, a year apart. The last row is a change of a machine in the read tables alone, by turns with projections that keep no past rows.`,
      head: ['work', 'today', 'as of an instant', 'ratio', 'goal'],
      rows: [...rows, await changes(bench)],
    };
  },
};

async function firstPage({ rounds, say }: Bench, reader: Client, list: string): Promise<string[]> {
  const path = `/api/${list}?pagina=1&righe=20`;
  const day = addDays(romeDate(new Date()), -14);
  const today = { once: () => reader.call('GET', path), writers: 1 };
  const past = { once: () => reader.call('GET', `${path}&al=${day}`), writers: 1 };
  const figures = await inTurns({ today, past }, rounds);
  const [now, then] = [figures.today.median, figures.past.median];
  const cells = [`first page of ${list}`, `${number(now)} ms`, `${number(then)} ms`, `${number(then / now)} ×`, '≤ 3 ×'];
  say(`  ${cells.join(' | ')}`);
  return cells;
}

async function comparison({ rounds, say }: Bench, reader: Client): Promise<string[]> {
  const to = romeDate(new Date());
  const path = `/api/${COMPARED}/confronto?da=${addDays(to, -365)}&a=${to}&pagina=1&righe=20`;
  const figures = await round({ once: () => reader.call('GET', path), writers: 1 }, rounds.ms * rounds.long);
  const cells = [`confronto of ${COMPARED}`, '', `${number(figures.median)} ms`, '', '< 2 s'];
  say(`  ${cells.join(' | ')}`);
  return cells;
}

/** Returns the size of the tables of past rows beside that of all other read tables. */
async function growth(pool: { query(text: string, values: unknown[]): Promise<{ rows: { past: boolean; bytes: number }[] }> }) {
  const { rows } = await pool.query(
    `select relname like '%\\_passato' as past, sum(pg_total_relation_size(oid))::bigint as bytes
       from pg_class where relnamespace = $1::regnamespace and relkind = 'r' group by 1`,
    [READ_SCHEMA],
  );
  const [others, past] = [false, true].map((side) => (rows.find((row) => row.past === side)?.bytes ?? 0) / 1e6);
  return ['size of the read tables', `${number(others!)} MB`, `${number(past!)} MB more`, `${number(past! / others!)} ×`, '≤ 0.6 ×'];
}

const MACHINES = 500;
const CHANGES = 400;

/** Events of machines: first each is created, then all are changed in turn. */
function* machineEvents(): Generator<StoredEvent> {
  for (let n = 0; n < MACHINES + CHANGES; n += 1) {
    const matricola = `M${n % MACHINES}`;
    const isNew = n < MACHINES;
    const values: JsonObject = isNew
      ? { marca: 'Casagrande', descrizione: `Perforatrice ${n}` }
      : { ore_km: n, scadenza_assicurazione: '2027-01-01' };
    const at = new Date(Date.parse('2026-01-01T08:00:00Z') + n * 60_000).toISOString();
    const event = newEvent(isNew ? 'MacchinarioRegistrato.v1' : 'MacchinarioModificato.v1', { matricola, ...values }, { at });
    yield { ...event, stream: `macchinari-${matricola}`, version: isNew ? 1 : 2, position: String(n + 1).padStart(16, '0') };
  }
}

/** Measures the change of one machine in the read tables, with past rows and without. */
async function changes({ folder, say }: Bench): Promise<string[]> {
  const postgres = await startPostgres({ dataDir: folder, log: pino({ level: 'silent' }) });
  const sides = await Promise.all(
    [catalogue.projections.map(withoutPast), catalogue.projections].map(async (projections) => {
      const database = await testDatabase(postgres.ownerUrl);
      return { database, tables: await testTables(database.url, projections), times: [] as number[] };
    }),
  );
  try {
    const events = [...machineEvents()];
    for (const { tables } of sides) await tables.applyAll(events.slice(0, MACHINES));
    for (const [n, event] of events.slice(MACHINES).entries()) {
      for (const side of n % 2 ? sides : sides.toReversed()) {
        const begun = performance.now();
        await side.tables.applyAll([event]);
        side.times.push(performance.now() - begun);
      }
    }
    const [without, kept] = sides.map(({ times }) => median(times));
    const cells = [
      'a change in the read tables',
      `${number(without!)} ms`,
      `${number(kept!)} ms`,
      `${number(kept! / without!)} ×`,
      '≤ 1.1 ×',
    ];
    say(`  ${cells.join(' | ')}`);
    return cells;
  } finally {
    for (const { database, tables } of sides) {
      await tables.db.destroy();
      await database.close();
    }
    await postgres.stop();
  }
}

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
