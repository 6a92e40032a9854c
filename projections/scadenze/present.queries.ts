import { sql, type Kysely } from 'kysely';
import type { ReadDatabase } from '../database.ts';
import { LINES, PLACE_DAYS } from './board-rows.ts';

/** A worker or machine that recently worked on a site. */
export interface Present {
  matricola: string;
  /** Day of the last line. */
  ultimo: string;
  /** For a worker: types of the machines operated on the site. */
  tipologie: string[];
}

export interface PresentOnSite {
  lavoratori: Present[];
  /** Machines and rentals. */
  macchinari: Present[];
  /** Operators of the lines that match no registered worker. */
  sconosciuti: string[];
}

/**
 * Returns the workers and machines present on a site, the latest first, by the production lines of the last `PLACE_DAYS` days up to `day`.
 */
export async function presentOn(db: Kysely<ReadDatabase>, commessa: string, day: string): Promise<PresentOnSite> {
  const lines = sql`from ${LINES} l left join macchinari m on m.matricola = l.attrezzatura and not m.eliminato
    left join noleggi n on n.matricola = l.attrezzatura and not n.eliminato`;
  const there = sql`l.commessa = ${commessa} and l.data <= ${day}::date and l.data >= ${day}::date - ${PLACE_DAYS}::integer`;
  const [workers, machines, others] = await Promise.all([
    sql<Present>`select p.matricola, max(l.data) as ultimo,
        coalesce(array_agg(distinct coalesce(m.tipologia, n.tipologia)) filter (where coalesce(m.tipologia, n.tipologia) is not null), '{}') as tipologie
      ${lines} join operatore o on o.descrizione = l.operatore and not o.eliminato
      join personale p on p.matricola = o.matricola and not p.eliminato
      where ${there} group by p.matricola order by 2 desc, 1`.execute(db),
    sql<Present>`select l.attrezzatura as matricola, max(l.data) as ultimo, '{}'::text[] as tipologie
      ${lines} where ${there} and (m.matricola is not null or n.matricola is not null) group by l.attrezzatura order by 2 desc, 1`.execute(
      db,
    ),
    sql<{ operatore: string }>`select distinct l.operatore from ${LINES} l where ${there} and l.operatore <> '' and not exists (
      select 1 from operatore o join personale p on p.matricola = o.matricola and not p.eliminato
      where o.descrizione = l.operatore and not o.eliminato) order by 1`.execute(db),
  ]);
  return { lavoratori: workers.rows, macchinari: machines.rows, sconosciuti: others.rows.map(({ operatore }) => operatore) };
}
