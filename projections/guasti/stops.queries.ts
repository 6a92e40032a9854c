import { sql, type Kysely, type NotNull } from 'kysely';
import type { ReadDatabase } from '../database.ts';
import { stopsOn } from './stops.ts';

/** Days since which the machine stands still on a day, the oldest first. */
export async function stoppedSince(db: Kysely<ReadDatabase>, matricola: string, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('guasti as g')
    .select('g.quando')
    .where('g.matricola', '=', matricola)
    .where(stopsOn(sql`${day}::date`))
    .orderBy('g.quando')
    .orderBy('g.id')
    .$narrowType<{ quando: NotNull }>()
    .execute();
  return rows.map(({ quando }) => quando);
}
