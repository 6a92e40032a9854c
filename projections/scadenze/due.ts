import { sql } from 'kysely';

/** Hours past the figure of the item that is most overdue, for whatever has a matricola that is in the list of deadlines. */
export const hoursOverdue = sql`(select max(-s.ore_mancanti) from scadenze_manutenzione s where s.matricola = r.matricola and s.ore_mancanti <= 0)`;
