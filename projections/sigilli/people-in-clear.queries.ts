import { sql, type QueryExecutorProvider } from 'kysely';

/** Counts the recorded events that tell of people in clear. */
export async function eventsInClear(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from eventi_in_chiaro`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
