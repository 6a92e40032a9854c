import { sql, type Kysely } from 'kysely';
import type { MachineDue } from '#contracts/modules/macchinari.ts';
import type { ReadDatabase } from '../database.ts';
import { dueToday, whyDue, worstFirst } from './due.ts';

/** Returns the maintenance items that are due, each with its machine, the most overdue first. */
export async function machineInScadenza(db: Kysely<ReadDatabase>): Promise<MachineDue[]> {
  const { rows } = await sql<MachineDue>`select s.matricola, s.descrizione, s.manutenzione, s.ore_scadenza, s.ore_attuali, s.ore_mancanti,
      s.scadenza, ${whyDue} as motivo
    from scadenze_manutenzione s where ${dueToday}
    order by ${worstFirst}, s.matricola collate "it-x-icu", s.manutenzione collate "it-x-icu"`.execute(db);
  return rows;
}
