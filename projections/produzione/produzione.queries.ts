import { sql, type Kysely } from 'kysely';
import type { RigaMese } from '#contracts/modules/produzione.ts';
import type { Scope } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '../database.ts';

export interface MonthRequest {
  anno: number;
  /** 1–12. */
  mese: number;
  /** Work item whose lines are counted. */
  val: string;
  /** Restricts the sites; `undefined`: those active in the month. */
  commesse?: readonly string[];
  /** The reader's scope on production; with `own`, the headers of `utente`. */
  scope: Scope;
  /** The reader's scope on sites: client and address of other sites are not disclosed. */
  cantieri: Scope;
  utente: string;
}

/** Returns the monthly overview, one row per site, ordered by key. */
export async function monthOf(db: Kysely<ReadDatabase>, request: MonthRequest): Promise<RigaMese[]> {
  const { anno, mese, val, commesse, scope, cantieri, utente } = request;
  const first = `${anno}-${String(mese).padStart(2, '0')}-01`;
  const days = new Date(Date.UTC(anno, mese, 0)).getUTCDate();
  const end = `${first.slice(0, 8)}${days}`;
  const seen = cantieri === 'all' ? sql`true` : cantieri === 'own' ? sql`c.utente = ${utente}` : sql`false`;
  // a reader limited to own production gets the sites of that production; other readers also get the sites open in the month
  const open =
    scope === 'all'
      ? sql`(${seen} and (c.data_inizio is null or c.data_inizio <= ${end}::date) and (c.data_fine is null or c.data_fine >= ${first}::date))`
      : sql`false`;
  const which = commesse
    ? sql`c.commessa = any(${[...commesse]}::text[]) and (${seen} or n.giorni is not null)`
    : sql`(${open} or n.giorni is not null)`;
  const { rows } = await sql<Omit<RigaMese, 'giorni'> & { giorni: Record<string, number> | null }>`
    with righe as (
      select l.commessa, extract(day from l.data)::integer as giorno, count(*)::integer as quante
      from produzione l join produzione_padre p on p.id = l.id_intestazione
      where not l.eliminato and not l.padre_eliminato and l.lavorazione = ${val} and l.fermo is distinct from 1
        and l.data between ${first}::date and ${end}::date and ${scope === 'all' ? sql`true` : scope === 'own' ? sql`p.utente = ${utente}` : sql`false`}
      group by l.commessa, giorno
    ), n as (select commessa, jsonb_object_agg(giorno, quante) as giorni from righe group by commessa)
    select c.commessa, case when ${seen} then c.committente end as committente, case when ${seen} then c.indirizzo end as indirizzo, n.giorni
    from cantieri c left join n on n.commessa = c.commessa
    where not c.eliminato and ${which} order by c.commessa collate "it-x-icu"`.execute(db);
  return rows.map(({ giorni, ...site }) => ({ ...site, giorni: Array.from({ length: days }, (_, i) => giorni?.[String(i + 1)] ?? 0) }));
}
