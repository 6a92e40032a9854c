import { sql, type Kysely } from 'kysely';
import type { WriteDatabase } from './write-tables.ts';

/** A fault as a mail tells of it. */
export interface Notice {
  subject: string;
  lines: string[];
  href: string;
  utente: string;
  groupID: number;
  correlationId: string;
}

export interface Pending extends Notice {
  event: string;
}

/** Minutes between two mails about faults to one recipient. */
const EVERY_MINUTES = 10;
const MOST_AT_ONCE = 200;
const KEPT_DAYS = 7;

/** Notes what a recipient is to be told; told again of the same event it stays as it was. */
export async function noteNotice(db: Kysely<WriteDatabase>, event: string, recipient: string, notice: Notice): Promise<void> {
  await sql`insert into public.avvisi_guasti (evento, destinatario, contenuto)
    values (${event}, ${recipient}, ${JSON.stringify(notice)}::jsonb) on conflict do nothing`.execute(db);
}

/** Gives `send` all that a recipient was not told yet, once their last mail is long enough ago; nothing is marked where it throws. */
export async function sendDue(
  db: Kysely<WriteDatabase>,
  recipient: string,
  send: (pending: readonly Pending[]) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('avvisi_guasti'), hashtext(${recipient}))`.execute(tx);
    const { rows } = await sql<{ event: string; content: Notice }>`select evento as event, contenuto as content from public.avvisi_guasti
      where destinatario = ${recipient} and inviato is null and not exists (select 1 from public.avvisi_guasti
        where destinatario = ${recipient} and inviato > now() - make_interval(mins => ${EVERY_MINUTES}::int))
      order by creato, evento limit ${MOST_AT_ONCE}`.execute(tx);
    if (rows.length === 0) return;
    await send(rows.map(({ event, content }) => ({ ...content, event })));
    await sql`update public.avvisi_guasti set inviato = now() where destinatario = ${recipient} and evento = any(${rows.map(({ event }) => event)})`.execute(
      tx,
    );
  });
}

/** Recipients with something to be told; what was told a week ago is forgotten. */
export async function recipientsWaiting(db: Kysely<WriteDatabase>): Promise<string[]> {
  await sql`delete from public.avvisi_guasti where inviato < now() - make_interval(days => ${KEPT_DAYS}::int)`.execute(db);
  const { rows } = await sql<{ recipient: string }>`select distinct destinatario as recipient from public.avvisi_guasti
    where inviato is null limit 1000`.execute(db);
  return rows.map(({ recipient }) => recipient);
}
