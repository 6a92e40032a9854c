import { sql, type Kysely } from 'kysely';
import type { ReminderFailure, ReminderRow } from '#contracts/modules/scadenze/reminder-facts.ts';
import type { ReadDatabase } from '../database.ts';

type Row = Omit<ReminderRow, 'quando'> & { quando: Date };

/** Returns the last digest of each person, undelivered ones first; with `memberID`, only that person's. */
export async function lastReminders(db: Kysely<ReadDatabase>, memberID?: string): Promise<ReminderRow[]> {
  const whose = memberID === undefined ? sql`true` : sql`p.destinatario = ${memberID}`;
  const { rows } =
    await sql<Row>`select p.giorno::text as giorno, p.destinatario, u.custom1 as nome, p.esito, p.quando, p.righe, p.spiegazione
    from (select distinct on (p.destinatario) p.* from promemoria p where ${whose} order by p.destinatario, p.giorno desc) p
    left join users u on u."memberID" = p.destinatario and not u.eliminato
    where u."memberID" is not null or p.giorno > (now() - interval '30 days')::date
    order by p.esito = 'inviato', p.giorno desc, p.destinatario`.execute(db);
  return rows.map((row) => ({ ...row, quando: row.quando.toISOString() }));
}

/** Returns, by person, the last day before `giorno` whose digest may have arrived, and the failure of the latest digest, if it failed. */
export async function toldBefore(
  db: Kysely<ReadDatabase>,
  giorno: string,
): Promise<Map<string, { last: string | null; failure: ReminderFailure | null }>> {
  // a digest of uncertain delivery (`incerto`) may have arrived, so its rows are not sent again
  const { rows } = await sql<{ destinatario: string; last: string | null; esito: 'inviato' | ReminderFailure }>`select p.destinatario,
      max(p.giorno) filter (where p.esito in ('inviato', 'incerto'))::text as last,
      (array_agg(p.esito order by p.giorno desc))[1] as esito
    from promemoria p where p.giorno < ${giorno}::date group by p.destinatario`.execute(db);
  return new Map(rows.map(({ destinatario, last, esito }) => [destinatario, { last, failure: esito === 'inviato' ? null : esito }]));
}
