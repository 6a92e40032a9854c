import { sql, type Kysely } from 'kysely';
import type { ReadDatabase } from '../database.ts';
import { stopsOn } from './stops.ts';

/** Days since which the machine stands still on a day, the oldest first. */
export async function stoppedSince(db: Kysely<ReadDatabase>, matricola: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ quando: string }>`select g.quando::text as quando from guasti g
    where g.matricola = ${matricola} and ${stopsOn(sql`${day}::date`)} order by g.quando, g.id`.execute(db);
  return rows.map(({ quando }) => quando);
}
