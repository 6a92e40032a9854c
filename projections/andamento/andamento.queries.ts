import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Period } from '#contracts/core/period.ts';
import type { RentalPeriod } from '#contracts/modules/andamento/rental.ts';
import type { Scope } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '../database.ts';

type Db = Kysely<ReadDatabase>;

/** Scope of the rows that are counted. */
export interface Seen {
  scope: Scope;
  utente: string;
}

/** A site; `null`: all sites. */
export type Site = string | null;

/** Returns the condition on a row's owner for a scope. */
export const ownedBy = (owner: RawBuilder<unknown>, { scope, utente }: Seen) =>
  scope === 'all' ? sql`true` : scope === 'own' ? sql`${owner} = ${utente}` : sql`false`;
const at = (column: RawBuilder<unknown>, site: Site) => (site === null ? sql`true` : sql`${column} = ${site}`);
const within = (column: RawBuilder<unknown>, { dal, al }: Period) => sql`${column} between ${dal}::date and ${al}::date`;
const month = (column: RawBuilder<unknown>) => sql`to_char(${column}, 'YYYY-MM')`;

/** Current unit of a work item. */
const UNIT = sql`(select v.um from lavorazioni v where v.descrizione = l.lavorazione and not v.eliminato order by v.id limit 1)`;

/** Selects the production lines that count: of days not deleted, without standstill lines. */
const lines = (site: Site, period: Period, seen: Seen) => sql`
  select l.id, l.id_intestazione, l.data, l.commessa, l.lavorazione, l.wbs, l.operatore, l.attrezzatura, l.quantita, l.prezzo, l.produzione, ${UNIT} as unita
  from produzione l join produzione_padre p on p.id = l.id_intestazione
  where not l.eliminato and not l.padre_eliminato and l.fermo is distinct from 1
    and ${at(sql`l.commessa`, site)} and ${within(sql`l.data`, period)} and ${ownedBy(sql`p.utente`, seen)}`;

/** Sums of a group of lines. */
export interface LineGroup {
  /** Column by which the group is formed. */
  per: 'mese' | 'lavorazione' | 'operatore' | 'attrezzatura';
  mese: string | null;
  lavorazione: string | null;
  wbs: string | null;
  operatore: string | null;
  attrezzatura: string | null;
  unita: string | null;
  giorni: number;
  quantita: number;
  produzione: number;
}

/**
 * Returns the sums of a site's lines by month, by work item with wbs, by operator and by machine. The last three are also split by unit.
 */
export async function lineGroups(db: Db, site: string, period: Period, seen: Seen): Promise<LineGroup[]> {
  const { rows } = await sql<LineGroup>`with righe as (select r.*, ${month(sql`r.data`)} as mese from (${lines(site, period, seen)}) r)
    select case when grouping(mese) = 0 then 'mese' when grouping(lavorazione) = 0 then 'lavorazione' when grouping(operatore) = 0 then 'operatore' else 'attrezzatura' end as per,
      mese, lavorazione, wbs, operatore, attrezzatura, unita, count(distinct data)::integer as giorni,
      coalesce(sum(quantita), 0) as quantita, coalesce(sum(produzione), 0) as produzione
    from righe group by grouping sets ((mese), (lavorazione, wbs, unita), (operatore, unita), (attrezzatura, unita))
    order by produzione desc, mese, lavorazione, wbs, operatore, attrezzatura, unita`.execute(db);
  return rows;
}

/** Euro by site. */
export type BySite = ReadonlyMap<string, number>;

const bySite = (rows: readonly { commessa: string; importo: number }[]): BySite => new Map(rows.map((row) => [row.commessa, row.importo]));

export async function producedBySite(db: Db, site: Site, period: Period, seen: Seen): Promise<BySite> {
  const { rows } = await sql<{ commessa: string; importo: number }>`select commessa, coalesce(sum(produzione), 0) as importo
    from (${lines(site, period, seen)}) r where commessa is not null group by commessa`.execute(db);
  return bySite(rows);
}

/** Returns the euro produced by month, then by site. */
export async function producedByMonth(db: Db, site: Site, period: Period, seen: Seen): Promise<ReadonlyMap<string, BySite>> {
  const { rows } = await sql<{ mese: string; commessa: string; importo: number }>`select ${month(sql`data`)} as mese, commessa,
    coalesce(sum(produzione), 0) as importo from (${lines(site, period, seen)}) r where commessa is not null group by 1, 2`.execute(db);
  return new Map([...Map.groupBy(rows, ({ mese }) => mese)].map(([mese, of]) => [mese, bySite(of)]));
}

const costs = (site: Site, period: Period, seen: Seen) => sql`
  select id, data, cantiere as commessa, wbs, tipologia_costo, quantita, importo as prezzo, coalesce(totale, 0) as importo from costi
  where not eliminato and not padre_eliminato and ${at(sql`cantiere`, site)} and ${within(sql`data`, period)} and ${ownedBy(sql`utente`, seen)}`;

export async function costsBySite(db: Db, site: Site, period: Period, seen: Seen): Promise<BySite> {
  const { rows } = await sql<{
    commessa: string;
    importo: number;
  }>`select commessa, sum(importo) as importo from (${costs(site, period, seen)}) c where commessa is not null group by commessa`.execute(
    db,
  );
  return bySite(rows);
}

export async function costsByMonth(db: Db, site: string, period: Period, seen: Seen): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{
    mese: string;
    importo: number;
  }>`select ${month(sql`data`)} as mese, sum(importo) as importo from (${costs(site, period, seen)}) c group by 1`.execute(db);
  return new Map(rows.map(({ mese, importo }) => [mese, importo]));
}

export interface RentalRow extends RentalPeriod {
  id: number;
  id_noleggi: number;
  commessa: string;
  matricola: string | null;
}

/** Returns the rental periods that have, or may have, a day in the given period. */
export async function rentalsOn(db: Db, site: Site, { dal, al }: Period, seen: Seen): Promise<RentalRow[]> {
  const { rows } =
    await sql<RentalRow>`select s.id, s.id_noleggi, s.cantiere as commessa, s.matricola, s.tariffa, s.data_inizio, s.data_fine
    from ${sql.table('storicoNoleggi')} s join noleggi n on n.id = s.id_noleggi
    where not s.eliminato and not s.padre_eliminato and s.cantiere is not null and ${at(sql`s.cantiere`, site)} and ${ownedBy(sql`n.utente`, seen)}
      and (s.data_inizio is null or s.data_inizio <= ${al}::date) and (s.data_fine is null or s.data_fine >= ${dal}::date)
    order by s.data_inizio, s.id`.execute(db);
  return rows;
}

/** Labour cost of a site and month, from the newest usable accounting run. */
export interface LabourShare {
  numero: number;
  /** `YYYY-MM`. */
  mese: string;
  /** The site's key as recorded; `null`: the run covers the month, but has no cost for the requested sites. */
  commessa: string | null;
  cent: number;
}

/** Returns the shares of all given months that a usable run covers. */
export async function labourOf(db: Db, site: Site, months: readonly string[]): Promise<LabourShare[]> {
  if (months.length === 0) return [];
  const { rows } = await sql<LabourShare>`with ultime as (
      select distinct on (m->>'mese') numero, m->>'mese' as mese, m->'commesse' as commesse
      from manodopera, jsonb_array_elements(mesi) m where m->>'mese' = any(${[...months]}::text[])
      order by m->>'mese', numero desc
    )
    select u.numero, u.mese, c.commessa, coalesce(sum(q.cent), 0)::double precision as cent
    from ultime u left join lateral jsonb_to_recordset(u.commesse) as q(commessa text, cent bigint) on true
    left join cantieri c on lower(c.commessa) = lower(q.commessa) and not c.eliminato and ${at(sql`c.commessa`, site)}
    group by u.numero, u.mese, c.commessa order by u.mese, c.commessa`.execute(db);
  return rows.map((row) => (row.commessa === null ? { ...row, cent: 0 } : row));
}

export interface BudgetItem {
  commessa: string;
  lavorazione: string | null;
  wbs: string | null;
  unita: string | null;
  budget_quantita: number | null;
  budget_importo: number | null;
}

/** Returns the work items of the sites, oldest first. */
export async function itemsOf(db: Db, site: Site): Promise<BudgetItem[]> {
  const { rows } =
    await sql<BudgetItem>`select l.commessa, l.lavorazione, l.descrizione_wbs as wbs, ${UNIT} as unita, l.budget_quantita, l.budget_importo
    from cantieri_lavorazioni l where not l.eliminato and not l.padre_eliminato and ${at(sql`l.commessa`, site)} order by l.id`.execute(db);
  return rows;
}

export interface Consumed {
  /** `YYYY-MM`. */
  mese: string;
  commessa: string;
  lavorazione: string | null;
  wbs: string | null;
  quantita: number;
  produzione: number;
}

/** Returns quantity and production of each work item by month until that day, for sites that have a budget. */
export async function producedUntil(db: Db, site: Site, al: string, seen: Seen): Promise<Consumed[]> {
  const { rows } =
    await sql<Consumed>`select ${month(sql`data`)} as mese, commessa, lavorazione, wbs, coalesce(sum(quantita), 0) as quantita, coalesce(sum(produzione), 0) as produzione
    from (${lines(site, { dal: '1900-01-01', al }, seen)}) r
    where commessa in (select b.commessa from cantieri_lavorazioni b where not b.eliminato and (b.budget_importo is not null or b.budget_quantita is not null))
    group by 1, commessa, lavorazione, wbs`.execute(db);
  return rows;
}

/** Returns the first day with a record of the site; `null` if there is none. */
export async function beganOn(db: Db, site: string): Promise<string | null> {
  const { rows } = await sql<{ giorno: string | null }>`select least(
      (select min(data) from produzione where not eliminato and not padre_eliminato and commessa = ${site}),
      (select min(data) from costi where not eliminato and not padre_eliminato and cantiere = ${site}),
      (select min(data_inizio) from ${sql.table('storicoNoleggi')} where not eliminato and not padre_eliminato and cantiere = ${site}))::text as giorno`.execute(
    db,
  );
  return rows[0]?.giorno ?? null;
}

export interface SiteName {
  commessa: string;
  committente: string | null;
}

export async function sitesSeen(db: Db, site: Site, seen: Seen): Promise<SiteName[]> {
  const { rows } = await sql<SiteName>`select commessa, committente from cantieri
    where not eliminato and ${at(sql`commessa`, site)} and ${ownedBy(sql`utente`, seen)} order by commessa collate "it-x-icu"`.execute(db);
  return rows;
}

/** Filter for a part of the production; an empty text selects lines without a value. */
type Part = Partial<Record<'lavorazione' | 'wbs' | 'operatore' | 'attrezzatura' | 'unita', string | undefined>>;

export type Row = Record<string, string | number | null> & { importo: number };

export async function lineRows(db: Db, { site, period, seen }: { site: string; period: Period; seen: Seen }, part: Part): Promise<Row[]> {
  const asked = Object.entries(part).flatMap(([name, value]) =>
    value === undefined ? [] : [value === '' ? sql`nullif(${sql.id(name)}, '') is null` : sql`${sql.id(name)} = ${value}`],
  );
  const which = asked.length === 0 ? sql`true` : sql.join(asked, sql` and `);
  const { rows } =
    await sql<Row>`select id, id_intestazione, data, lavorazione, wbs, operatore, attrezzatura, unita, quantita, prezzo, coalesce(produzione, 0) as importo
    from (${lines(site, period, seen)}) r where ${which} order by data, id`.execute(db);
  return rows;
}

export async function costRows(db: Db, site: string, period: Period, seen: Seen): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select id, data, wbs, tipologia_costo, quantita, prezzo, importo from (${costs(site, period, seen)}) c order by data, id`.execute(
      db,
    );
  return rows;
}
