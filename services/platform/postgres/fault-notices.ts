import { sql, type Kysely } from 'kysely';
import type { Notice, WriteDatabase } from './write-tables.ts';

export interface Pending extends Notice {
  event: string;
}

/** Minutes between two mails about faults to one recipient. */
const EVERY_MINUTES = 10;
const MOST_AT_ONCE = 200;
const KEPT_DAYS = 7;

const ago = (interval: string) => sql<Date>`now() - ${interval}::interval`;

/** Stores a notice for a recipient. Does nothing if a notice of the same event is already stored. */
export async function noteNotice(db: Kysely<WriteDatabase>, event: string, recipient: string, notice: Notice): Promise<void> {
  await db
    .withSchema('public')
    .insertInto('avvisi_guasti')
    .values({ evento: event, destinatario: recipient, contenuto: JSON.stringify(notice) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Calls `send` with a recipient's pending notices, if the last mail was sent at least `EVERY_MINUTES` ago. Marks them as sent unless `send`
 * throws.
 */
export async function sendDue(
  db: Kysely<WriteDatabase>,
  recipient: string,
  send: (pending: readonly Pending[]) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .selectNoFrom(({ fn, val }) => {
        const keys = [fn('hashtext', [sql.lit('avvisi_guasti')]), fn('hashtext', [val(recipient)])];
        return fn('pg_advisory_xact_lock', keys).as('locked');
      })
      .execute();
    const notices = tx.withSchema('public');
    const rows = await notices
      .selectFrom('avvisi_guasti as a')
      .select(['a.evento as event', 'a.contenuto as content'])
      .where('a.destinatario', '=', recipient)
      .where('a.inviato', 'is', null)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('avvisi_guasti as b')
              .select('b.evento')
              .where('b.destinatario', '=', recipient)
              .where('b.inviato', '>', ago(`${EVERY_MINUTES} minutes`)),
          ),
        ),
      )
      .orderBy('a.creato')
      .orderBy('a.evento')
      .limit(MOST_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    await send(rows.map(({ event, content }) => ({ ...content, event })));
    await notices
      .updateTable('avvisi_guasti')
      .set(({ fn }) => ({ inviato: fn<Date>('now') }))
      .where('destinatario', '=', recipient)
      .where(
        'evento',
        'in',
        rows.map(({ event }) => event),
      )
      .execute();
  });
}

/** Returns the recipients of pending notices, at most 1,000. Deletes notices that were sent more than `KEPT_DAYS` ago. */
export async function recipientsWaiting(db: Kysely<WriteDatabase>): Promise<string[]> {
  const notices = db.withSchema('public');
  await notices
    .deleteFrom('avvisi_guasti')
    .where('inviato', '<', ago(`${KEPT_DAYS} days`))
    .execute();
  const rows = await notices
    .selectFrom('avvisi_guasti')
    .select('destinatario as recipient')
    .distinct()
    .where('inviato', 'is', null)
    .limit(1000)
    .execute();
  return rows.map(({ recipient }) => recipient);
}
