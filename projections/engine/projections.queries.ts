import { sql, type Kysely } from 'kysely';
import type { LettureDatabase, StatoProiezione } from '../database.ts';

export interface RigaProiezione {
  nome: string;
  stato: StatoProiezione;
  /** The last event it has applied; `null` before the first. */
  posizione: string | null;
  /** Why it stopped. */
  errore: string | null;
  aggiornata: Date;
}

export async function statoProiezioni(db: Kysely<LettureDatabase>): Promise<RigaProiezione[]> {
  const { rows } = await sql<RigaProiezione>`select nome, stato, posizione, errore, aggiornata from proiezioni order by nome`.execute(db);
  return rows;
}
