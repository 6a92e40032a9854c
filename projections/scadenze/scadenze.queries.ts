import type { Kysely, NotNull } from 'kysely';
import type { MachineDue } from '#contracts/modules/macchinari.ts';
import type { ReadDatabase } from '../database.ts';
import { dueToday, hoursIfReached, whyDue } from './due.ts';

/** Returns the maintenance items that are due, each with its machine, the most overdue first. */
export async function machineInScadenza(db: Kysely<ReadDatabase>): Promise<MachineDue[]> {
  return db
    .selectFrom('scadenze_manutenzione as s')
    .select(['s.matricola', 's.descrizione', 's.manutenzione', 's.ore_scadenza', 's.ore_attuali', 's.ore_mancanti', 's.scadenza'])
    .select(whyDue.as('motivo'))
    .where(dueToday)
    .orderBy(hoursIfReached)
    .orderBy('s.scadenza')
    .orderBy('s.matricola', (order) => order.collate('it-x-icu'))
    .orderBy('s.manutenzione', (order) => order.collate('it-x-icu'))
    .$narrowType<{ ore_attuali: NotNull }>()
    .execute();
}
