import { sql, type Kysely } from 'kysely';

// oxlint-disable-next-line typescript/no-explicit-any -- the tables are asked by their names
type Db = Kysely<any>;

/** SQLSTATE of a missing right. */
const NO_RIGHT = '42501';

/**
 * Rewrites tables without the rows that were changed or deleted, with the statistics that PostgreSQL keeps of their values, and begins a new
 * file of the write-ahead log. Returns what the portal's role may not do in this database; an owner has to.
 */
export async function compactTables(db: Db, tables: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  const attempt = async (name: string, statement: ReturnType<typeof sql>): Promise<void> => {
    try {
      await statement.execute(db);
    } catch (error) {
      if ((error as { code?: string }).code !== NO_RIGHT) throw error;
      refused.push(name);
    }
  };
  for (const table of tables) await attempt(`VACUUM FULL ${table}`, sql<unknown>`vacuum (full, analyze) ${sql.table(`public.${table}`)}`);
  await attempt('VACUUM FULL pg_statistic', sql<unknown>`vacuum full pg_catalog.pg_statistic`);
  await attempt('pg_switch_wal', sql<unknown>`select pg_catalog.pg_switch_wal()`);
  await attempt('CHECKPOINT', sql<unknown>`checkpoint`);
  return refused;
}
