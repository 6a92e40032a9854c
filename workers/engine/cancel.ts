import { sql } from 'kysely';
import { expiry, RESULT_DAYS, tellEnd, type WriteDb } from './processi.ts';

/** Asks to cancel a job. `ended`: it was queued and had done nothing; `asked`: its worker ends it; `unknown`: it is finished. */
export async function requestCancel(db: WriteDb, id: string, by: string): Promise<'ended' | 'asked' | 'unknown'> {
  return db.transaction().execute(async (tx) => {
    const { rows: asked } = await sql<{
      untouched: boolean;
    }>`update public.processi set annulla = coalesce(annulla, now()), annullato_da = coalesce(annullato_da, ${by})
      where id = ${id} and status in ('queued', 'running')
      returning status = 'queued' and tentativi = 0 and messaggio is null as untouched`.execute(tx);
    if (!asked[0]) return 'unknown';
    if (!asked[0].untouched) return 'asked';
    await endAsCancelled(tx, id);
    return 'ended';
  });
}

/** Ends a job as cancelled and records that in the access trail. */
export async function endAsCancelled(db: WriteDb, id: string): Promise<void> {
  await tellEnd(
    db,
    sql`update public.processi set status = 'annullato', messaggio = 'Annullata da ' || annullato_da, finito = now(), scade = ${expiry(RESULT_DAYS)}
    where id = ${id} and status in ('queued', 'running') and annulla is not null`,
  );
}

/** Returns those of the given jobs whose cancelling was requested. */
export async function cancelAsked(db: WriteDb, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from public.processi where annulla is not null and id = any(${[...ids]})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
