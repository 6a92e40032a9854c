import { findRecords } from '#projections/cerca/cerca.queries.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { catalogue } from '../../data/catalogue.ts';
import { inTurns } from '../measure.ts';
import { withPortal } from '../processes.ts';
import { everyRegister } from '../statements.ts';
import { beside, type Beside } from '../turns.ts';
import { count, number, type Bench, type Group } from './section.ts';

/** Number of people who create records during the searches. */
const WRITERS = 8;

const WORDS: readonly (readonly [name: string, words: string])[] = [
  ['a key', 'B0012'],
  ['two words', 'casagrande perforatrice'],
  ['a word that many have', 'olio'],
  ['a wrong letter', 'casagramde'],
  ['one letter', 'a'],
];

const registers = catalogue.registers.map(({ path }) => path).join(',');

/** Measures the search over all registers while people create records. */
export const findGroup: Group = {
  name: 'cerca',
  run: (bench) =>
    withPortal(bench.folder, (loaded) =>
      beside(loaded, async (clients) => {
        const { pool, db } = openDatabase<ReadDatabase>({ url: loaded.database, max: 2 });
        try {
          await pool.query('vacuum analyze');
          const { rows: totals } = await pool.query<{ n: number }>('select count(*)::integer as n from letture.cerca');
          const rows: string[][] = [];
          for (const [name, words] of WORDS) rows.push(await measure(name, words, { clients, db, bench }));
          return {
            title: 'Finding a record',
            intro: `\`GET /api/cerca\` over ${count(totals[0]!.n)} records, one person at a time, while ${WRITERS} others create records. All figures are 95th percentiles; the limit is the same statement.`,
            head: ['work', 'bare pg', 'bare node:http', 'portal', 'ratio', 'goal'],
            rows,
          };
        } finally {
          await db.destroy();
        }
      }),
    ),
};

async function measure(
  name: string,
  words: string,
  {
    clients: { portalClient, bareClient },
    db,
    bench,
  }: { clients: Beside; db: ReturnType<typeof openDatabase<ReadDatabase>>['db']; bench: Bench },
): Promise<string[]> {
  const q = encodeURIComponent(words);
  const writing = writers(portalClient);
  const once = {
    pg: () => findRecords(db, { ...everyRegister(registers), words }),
    http: () => bareClient.call('GET', `/cerca?q=${q}&registri=${registers}`),
    portal: () => portalClient.call('GET', `/api/cerca?q=${q}`),
  };
  try {
    const { pg, http, portal } = await inTurns(
      { pg: { once: once.pg, writers: 1 }, http: { once: once.http, writers: 1 }, portal: { once: once.portal, writers: 1 } },
      bench.rounds,
    );
    const cells = [
      `${name} (${words})`,
      ...[pg, http, portal].map(({ p95 }) => `${number(p95)} ms`),
      `${number(portal.p95 / http.p95)} ×`,
      '≤ 2.5 ×, ≤ 50 ms',
    ];
    bench.say(`  ${cells.join(' | ')}`);
    return cells;
  } finally {
    await writing.stop();
  }
}

/** Starts clients that create records one after another until `stop`. */
function writers(client: Beside['portalClient']): { stop(): Promise<void> } {
  let going = true;
  const writersDone = Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (going) await client.call('POST', '/api/meccanici', { meccanici: { descrizione: 'misura' } });
    }),
  );
  return {
    async stop() {
      going = false;
      await writersDone;
    },
  };
}
