import { sql, type Transaction } from 'kysely';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { groupBySize, textsOf } from './lines.ts';
import type { LoadedLog } from './load-log.ts';
import type { KeptTable } from './tables.ts';

const TOGETHER = 500;

type Row = Record<string, unknown>;

export interface TableLoading {
  log: LoadedLog;
  until: number | null;
  /** Folder of job results: in the saved portal, and in the restored one. */
  results: { before: string; now: string };
}

/** Loads the rows of one table, with positions and result paths adapted to the restored portal. Returns the number of rows. */
export async function loadTable(
  tx: Transaction<unknown>,
  table: KeptTable,
  content: AsyncIterable<Buffer>,
  loading: TableLoading,
): Promise<number> {
  let count = 0;
  for await (const lines of groupBySize(textsOf(content), TOGETHER)) {
    const rows = lines.flatMap((line) => adaptRow(table, line, loading) ?? []);
    const [first] = rows;
    if (!first) continue;
    const columns = sql.join(Object.keys(first).map((name) => sql.id(name)));
    await sql<unknown>`insert into ${sql.table(`public.${table}`)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(`public.${table}`)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
    count += rows.length;
  }
  if (table === 'accessi')
    await tx
      .withTables<Pick<WriteDatabase, 'accessi'>>()
      .withSchema('public')
      .selectFrom('accessi')
      .select(({ fn }) => fn('setval', [fn('pg_get_serial_sequence', [sql.lit('public.accessi'), sql.lit('id')]), fn.max('id')]).as('last'))
      .execute();
  return count;
}

function adaptRow(table: KeptTable, line: string, { log, until, results }: TableLoading): Row | null {
  // replaced in the JSON text, so the paths are escaped as JSON escapes them
  const text = table === 'processi' ? line.replaceAll(asJson(`${results.before}/`), asJson(`${results.now}/`)) : line;
  const row = JSON.parse(text) as Row;
  if (table === 'reattori') return { ...row, posizione: typeof row['posizione'] === 'string' ? log.positionOf(row['posizione']) : null };
  // the job that made this backup must not continue in the restored portal
  if (table === 'processi' && isUnderWay(row)) return null;
  if (until === null) return row;
  // batches in progress would continue after the requested moment
  if (table === 'operazioni') return null;
  if (table === 'processi' && Date.parse(String(row['creato'])) > until) return null;
  return row;
}

/** Kinds and states of backup jobs in progress. */
export const UNDER_WAY = { tipo: ['nightly-backup', 'restore-test'], status: ['queued', 'running'] } as const;

const isUnderWay = ({ tipo, status }: Row): boolean =>
  UNDER_WAY.tipo.some((one) => one === tipo) && UNDER_WAY.status.some((one) => one === status);

const asJson = (text: string): string => JSON.stringify(text).slice(1, -1);
