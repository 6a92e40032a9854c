import type { Kysely } from 'kysely';
import type { RecordComment } from '#contracts/core/comments.ts';
import type { ReadDatabase } from '../database.ts';

interface OfRecord {
  tabella: string;
  record: string;
}

/** Returns a page of a record's comments, oldest first, with the number of all. */
export async function commentsOf(
  db: Kysely<ReadDatabase>,
  { tabella, record }: OfRecord,
  { page, rows }: { page: number; rows: number },
): Promise<{ comments: RecordComment[]; total: number }> {
  const living = db
    .selectFrom('commenti as c')
    .where('c.tabella', '=', tabella)
    .where('c.record', '=', record)
    .where(({ not }) => not('c.eliminato'));
  const [found, { total }] = await Promise.all([
    living
      .leftJoin('users as u', (join) => join.onRef('u.memberID', '=', 'c.utente').on(({ not }) => not('u.eliminato')))
      .select([
        'c.id',
        'c.tabella',
        'c.record',
        'c.testo',
        'c.ricordami',
        'c.utente',
        'u.custom1 as nome',
        'c.versione',
        'c.creato',
        'c.modificato',
      ])
      .orderBy('c.id')
      .limit(rows)
      .offset((page - 1) * rows)
      .execute(),
    living.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const comments = found.map(({ creato, modificato, testo, ...row }) => ({
    ...row,
    tabella,
    record,
    testo: testo ?? '',
    creato: creato.toISOString(),
    modificato: modificato.toISOString(),
  }));
  return { comments, total: Number(total) };
}

/** Counts the comments of a record that are not deleted. */
export async function countComments(db: Kysely<ReadDatabase>, { tabella, record }: OfRecord): Promise<number> {
  const { n } = await db
    .selectFrom('commenti')
    .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('n'))
    .where('tabella', '=', tabella)
    .where('record', '=', record)
    .where(({ not }) => not('eliminato'))
    .executeTakeFirstOrThrow();
  return n;
}
