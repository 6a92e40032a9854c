import { jobTables, UNFINISHED, type WriteDb } from './job-tables.ts';
import { expiry, RESULT_DAYS, recordEnd } from './job-writes.ts';

/** Asks to cancel a job. `ended`: it was queued and had done nothing; `asked`: its worker ends it; `unknown`: it is finished. */
export async function requestCancel(db: WriteDb, id: string, by: string): Promise<'ended' | 'asked' | 'unknown'> {
  return db.transaction().execute(async (tx) => {
    const job = await jobTables(tx)
      .updateTable('processi')
      .set(({ fn, val }) => ({
        annulla: fn.coalesce('annulla', fn<Date>('now')),
        annullato_da: fn.coalesce('annullato_da', val(by)),
      }))
      .where('id', '=', id)
      .where('status', 'in', UNFINISHED)
      .returning(({ and, eb }) => and([eb('status', '=', 'queued'), eb('tentativi', '=', 0), eb('messaggio', 'is', null)]).as('untouched'))
      .executeTakeFirst();
    if (!job) return 'unknown';
    if (!job.untouched) return 'asked';
    await endAsCancelled(tx, id);
    return 'ended';
  });
}

/** Ends a job as cancelled and records that in the access trail. */
export async function endAsCancelled(db: WriteDb, id: string): Promise<void> {
  const update = jobTables(db)
    .updateTable('processi')
    .set(({ eb, fn, val }) => ({
      status: 'annullato',
      messaggio: eb(val('Annullata da '), '||', eb.ref('annullato_da')),
      finito: fn<Date>('now'),
      scade: expiry(RESULT_DAYS),
    }))
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED)
    .where('annulla', 'is not', null);
  await recordEnd(db, update);
}

/** Returns those of the given jobs whose cancelling was requested. */
export async function cancelAsked(db: WriteDb, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await jobTables(db).selectFrom('processi').select('id').where('annulla', 'is not', null).where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}
