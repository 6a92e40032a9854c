import { sql, type Kysely, type NotNull } from 'kysely';
import type { ReminderFailure, ReminderRow } from '#contracts/modules/scadenze/reminder-facts.ts';
import type { ReadDatabase } from '../database.ts';

/** Returns the last digest of each person, undelivered ones first; with `memberID`, only that person's. */
export async function lastReminders(db: Kysely<ReadDatabase>, memberID?: string): Promise<ReminderRow[]> {
  const all = db.selectFrom('promemoria as p').selectAll('p').distinctOn('p.destinatario');
  const wanted = memberID === undefined ? all : all.where('p.destinatario', '=', memberID);
  const rows = await db
    .selectFrom(wanted.orderBy('p.destinatario').orderBy('p.giorno', 'desc').as('p'))
    .leftJoin('users as u', (join) => join.onRef('u.memberID', '=', 'p.destinatario').on(({ not }) => not('u.eliminato')))
    .select(['p.giorno', 'p.destinatario', 'u.custom1 as nome', 'p.esito', 'p.quando', 'p.righe', 'p.spiegazione'])
    .where(({ eb, cast, fn, or }) =>
      or([
        eb('u.memberID', 'is not', null),
        eb('p.giorno', '>', cast<string>(eb(fn('now'), '-', cast(sql.lit('30 days'), sql.raw('interval'))), 'date')),
      ]),
    )
    .orderBy(({ eb }) => eb('p.esito', '=', 'inviato'))
    .orderBy('p.giorno', 'desc')
    .orderBy('p.destinatario')
    .$narrowType<{ righe: NotNull }>()
    .execute();
  return rows.map((row) => ({ ...row, quando: row.quando.toISOString() }));
}

/** Returns, by person, the last day before `giorno` whose digest may have arrived, and the failure of the latest digest, if it failed. */
export async function toldBefore(
  db: Kysely<ReadDatabase>,
  giorno: string,
): Promise<Map<string, { last: string | null; failure: ReminderFailure | null }>> {
  const rows = await db
    .selectFrom('promemoria as p')
    .select(({ fn }) => [
      'p.destinatario',
      // a digest of uncertain delivery (`incerto`) may have arrived, so its rows are not sent again
      fn.max<string | null>('p.giorno').filterWhere('p.esito', 'in', ['inviato', 'incerto']).as('last'),
      sql<'inviato' | ReminderFailure>`(array_agg(p.esito order by p.giorno desc))[1]`.as('esito'),
    ])
    .where('p.giorno', '<', giorno)
    .groupBy('p.destinatario')
    .execute();
  return new Map(rows.map(({ destinatario, last, esito }) => [destinatario, { last, failure: esito === 'inviato' ? null : esito }]));
}
