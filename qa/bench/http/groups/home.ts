import { join } from 'node:path';
import { addDays } from '#contracts/core/dates.ts';
import { OPERAZIONI, type Figure, type Operation } from '#contracts/modules/analisi.ts';
import { openDatabase } from '#projections/database.ts';
import { END, sizeOf } from '../../data/firm.ts';
import { load } from '../../data/load.ts';
import { client, type Client } from '../client.ts';
import { inTurns } from '../measure.ts';
import { withPortal } from '../processes.ts';
import { HEAD } from '../report.ts';
import { homeStatements, prepareLines, type Period } from '../statements-home.ts';
import { beside, measureWorks, type Work } from '../turns.ts';
import { number, type Bench, type Group } from './section.ts';

/** Period of the last month with production. */
const MONTH: Period = { dal: addDays(END, -31), al: addDays(END, -1) };
/** Figures that a person of the management sees. */
const SHOWN = Object.entries(OPERAZIONI).flatMap(([name, [figure, reach]]) =>
  reach === 'whole' ? [{ name: name as Operation, figure }] : [],
);
const ALL = 'the whole dashboard, one request';
const GOAL = '≤ 1.5 ×, < 30 ms';

const path = (names: readonly string[], { dal, al }: Period): string =>
  `/api/analysis?${new URLSearchParams([['dal', dal], ['al', al], ...names.map((name) => ['operazione', name] as [string, string])]).toString()}`;
const whole = (portal: Client) =>
  portal.call(
    'GET',
    path(
      SHOWN.map(({ name }) => name),
      MONTH,
    ),
  );

/** Measures the home page's figures of a month against plain SQL over the lines, and against a history ten times shorter. */
export const homeGroup: Group = {
  name: 'home',
  run: (bench) =>
    withPortal(bench.folder, (loaded) =>
      beside(loaded, async ({ portalClient, bareClient }) => {
        const { pool } = openDatabase({ url: loaded.database, max: 10 });
        try {
          await prepareLines(pool);
          await pool.query('vacuum analyze');
          const sql = homeStatements(pool);
          const work = (name: string, figure: string, operations: readonly string[]): Work => ({
            name,
            goal: GOAL,
            same: figuresOf,
            pg: () => sql.home(figure, MONTH),
            http: () => bareClient.call('GET', `/home?figura=${figure}&dal=${MONTH.dal}&al=${MONTH.al}`),
            portal: async () => renameFields(await portalClient.call('GET', path(operations, MONTH)), figure),
          });
          const { rows } = await measureWorks(
            [
              ...SHOWN.map(({ name, figure }) => work(name, figure, [name])),
              work(
                ALL,
                'tutto',
                SHOWN.map(({ name }) => name),
              ),
            ],
            bench,
          );
          return {
            title: 'The dashboard',
            intro: `The operations of \`api/analysis\` for the month from ${MONTH.dal} to ${MONTH.al}, for the whole firm. The work by hand is SQL over a copy of the production lines with an index by date. All answers are equal, colours and addresses included.`,
            head: HEAD,
            rows: [...rows, await history(bench, portalClient)],
          };
        } finally {
          await pool.end();
        }
      }),
    ),
};

/** Measures the same month in a portal whose log has only the last year. */
async function history(bench: Bench, tenYears: Client): Promise<string[]> {
  const folder = join(bench.folder, 'un-anno');
  await load(folder, { ...sizeOf(bench.scale, 1), documented: 0 }, bench.say);
  return withPortal(folder, async ({ portal, token }) => {
    const oneYear = client(portal.base, token);
    try {
      const [a, b] = [await whole(tenYears), await whole(oneYear)].map((answer) => JSON.stringify(answer));
      if (a !== b) throw new Error('the month differs by the length of the history');
      const { ten, one } = await inTurns(
        { one: { once: () => whole(oneYear), writers: 1 }, ten: { once: () => whole(tenYears), writers: 1 } },
        bench.rounds,
      );
      return [
        'the same, ten years of history instead of one',
        '',
        '',
        `${number(ten.median)} ms instead of ${number(one.median)}`,
        `${number(ten.median / one.median)} × of one year`,
        '< 1.1 ×',
      ];
    } finally {
      oneYear.close();
    }
  });
}

type Rows = Record<string, readonly Record<string, unknown>[]>;

/** Renames the fields of the portal's response to the names of the figures. */
function renameFields(answer: unknown, figure: string): Rows {
  const { data, lavorazioni: legend } = answer as { data: Rows | Rows[string]; lavorazioni: Rows[string] };
  if (Array.isArray(data)) return { [figure]: data };
  return { ...Object.fromEntries(SHOWN.map((one): [Figure, Rows[string]] => [one.figure, (data as Rows)[one.name] ?? []])), legend };
}

/** Normalises a response for comparison: rows sorted, JSON entries parsed, figures in the order of their names. */
function figuresOf(answer: unknown): unknown {
  return Object.entries(answer as Rows)
    .map(([name, rows]) => [name, comparable(rows)])
    .sort(([a], [b]) => (a! < b! ? -1 : 1));
}

function comparable(rows: readonly object[]): unknown[] {
  const comparableRow = (row: object): object =>
    Object.fromEntries(
      Object.entries(row)
        .map(([name, value]): [string, unknown] => [
          name,
          name === 'lavorazioni' ? comparable(typeof value === 'string' ? (JSON.parse(value) as object[]) : (value as object[])) : value,
        ])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return rows.map(comparableRow).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
