import { readTables, rowCount, runStatement, type QueryRunner } from '../database/compiled.ts';

/** Counts the recorded events that tell of people in clear. */
export async function eventsInClear(db: QueryRunner): Promise<number> {
  const [events] = await runStatement(db, readTables.selectFrom('eventi_in_chiaro').select(rowCount.as('count')));
  return events!.count;
}
