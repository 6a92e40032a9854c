import type { Kysely, NotNull } from 'kysely';
import type { ReadDatabase } from '../database.ts';
import { stopsOn } from './stops.ts';

/** Returns the report days of all faults that stop the machine on the given day, oldest first. */
export async function stoppedSince(db: Kysely<ReadDatabase>, matricola: string, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('guasti as g')
    .select('g.quando')
    .where('g.matricola', '=', matricola)
    .where(stopsOn(day))
    .orderBy('g.quando')
    .orderBy('g.id')
    .$narrowType<{ quando: NotNull }>()
    .execute();
  return rows.map(({ quando }) => quando);
}
