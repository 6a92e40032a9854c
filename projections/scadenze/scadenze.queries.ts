import { sql, type Kysely } from 'kysely';
import type { ReadDatabase } from '../database.ts';

/** A row of `GET api/scadenzaManutenzioni`: one per machine and item that is due. */
export interface MacchinaInScadenza {
  matricola: string;
  descrizione: string | null;
  manutenzione: string;
  ore_scadenza: number;
  ore_attuali: number;
  /** Zero or less. */
  ore_mancanti: number;
}

/** The machines with maintenance due, the most overdue first. */
export async function machineInScadenza(db: Kysely<ReadDatabase>): Promise<MacchinaInScadenza[]> {
  const { rows } = await sql<MacchinaInScadenza>`select matricola, descrizione, manutenzione, ore_scadenza, ore_attuali, ore_mancanti
    from scadenze_manutenzione where ore_mancanti <= 0
    order by ore_mancanti, matricola collate "it-x-icu", manutenzione collate "it-x-icu"`.execute(db);
  return rows;
}
