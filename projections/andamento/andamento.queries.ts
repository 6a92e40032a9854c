import { sql, type Expression, type Kysely, type NotNull, type SqlBool } from 'kysely';
import type { Period } from '#contracts/core/period.ts';
import type { RigaVoce } from '#contracts/modules/andamento/answer.ts';
import type { RentalPeriod } from '#contracts/modules/andamento/rental.ts';
import type { Scope } from '#contracts/core/permissions.ts';
import type { ReadDatabase } from '../database.ts';
import { LIVE } from '../registers/register.table.ts';
import { expressions } from '../database/compiled.ts';

type Db = Kysely<ReadDatabase>;

/** Scope of the rows that are counted. */
export interface RowScope {
  scope: Scope;
  utente: string;
}

/** A site; `null`: all sites. */
export type Site = string | null;

/** Returns the condition on a row's owner for a scope. */
export const ownedBy = (owner: Expression<string | null>, { scope, utente }: RowScope): Expression<SqlBool> =>
  scope === 'own' ? expressions(owner, '=', utente) : expressions.lit(scope === 'all');
const isAt = (column: Expression<string | null>, site: Site) => (site === null ? expressions.lit(true) : expressions(column, '=', site));
const month = (day: Expression<string | null>) => expressions.fn<string>('to_char', [day, sql.lit('YYYY-MM')]);

/** Selects the current unit of a work item. */
const unitOf = (lavorazione: Expression<string | null>) =>
  expressions
    .selectFrom('lavorazioni as v')
    .select('v.um')
    .where('v.descrizione', '=', lavorazione)
    .where(({ not }) => not('v.eliminato'))
    .orderBy('v.id')
    .limit(expressions.lit(1));

/** Selects the production lines that count: of days not deleted, without standstill lines. */
const lines = (db: Db, site: Site, { dal, al }: Period, seen: RowScope) =>
  db
    .selectFrom('produzione as l')
    .innerJoin('produzione_padre as p', 'p.id', 'l.id_intestazione')
    .select(['l.id', 'l.id_intestazione', 'l.data', 'l.commessa', 'l.lavorazione', 'l.wbs', 'l.operatore', 'l.attrezzatura'])
    .select(['l.quantita', 'l.prezzo', 'l.produzione'])
    .select(({ ref }) => unitOf(ref('l.lavorazione')).as('unita'))
    .where(({ not }) => not('l.eliminato'))
    .where(({ not }) => not('l.padre_eliminato'))
    .where('l.fermo', 'is distinct from', expressions.lit(1))
    .where(({ ref }) => isAt(ref('l.commessa'), site))
    .where(({ between }) => between('l.data', dal, al))
    .where(({ ref }) => ownedBy(ref('p.utente'), seen));

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
export async function lineGroups(db: Db, site: string, period: Period, seen: RowScope): Promise<LineGroup[]> {
  return db
    .selectFrom(
      db
        .selectFrom(lines(db, site, period, seen).as('r'))
        .selectAll('r')
        .select(({ ref }) => month(ref('r.data')).as('mese'))
        .as('r'),
    )
    .select(({ ref }) =>
      sql<LineGroup['per']>`case when grouping(${ref('mese')}) = 0 then 'mese' when grouping(${ref('lavorazione')}) = 0 then 'lavorazione'
        when grouping(${ref('operatore')}) = 0 then 'operatore' else 'attrezzatura' end`.as('per'),
    )
    .select(['mese', 'lavorazione', 'wbs', 'operatore', 'attrezzatura', 'unita'])
    .select(({ cast, fn, lit }) => [
      cast<number>(fn.count('data').distinct(), 'integer').as('giorni'),
      fn.coalesce(fn.sum<number>('quantita'), lit(0)).as('quantita'),
      fn.coalesce(fn.sum<number>('produzione'), lit(0)).as('produzione'),
    ])
    .groupBy(
      ({ ref }) => sql`grouping sets ((${ref('mese')}), (${ref('lavorazione')}, ${ref('wbs')}, ${ref('unita')}),
        (${ref('operatore')}, ${ref('unita')}), (${ref('attrezzatura')}, ${ref('unita')}))`,
    )
    .orderBy('produzione', 'desc')
    .orderBy(['mese', 'lavorazione', 'wbs', 'operatore', 'attrezzatura', 'unita'])
    .execute();
}

/** Euro by site. */
export type BySite = ReadonlyMap<string, number>;

const bySite = (rows: readonly { commessa: string; importo: number }[]): BySite => new Map(rows.map((row) => [row.commessa, row.importo]));

export async function producedBySite(db: Db, site: Site, period: Period, seen: RowScope): Promise<BySite> {
  const rows = await db
    .selectFrom(lines(db, site, period, seen).as('r'))
    .select(({ fn, lit }) => ['r.commessa', fn.coalesce(fn.sum<number>('r.produzione'), lit(0)).as('importo')])
    .where('r.commessa', 'is not', null)
    .groupBy('r.commessa')
    .$narrowType<{ commessa: NotNull }>()
    .execute();
  return bySite(rows);
}

/** Returns the euro produced by month, then by site. */
export async function producedByMonth(db: Db, site: Site, period: Period, seen: RowScope): Promise<ReadonlyMap<string, BySite>> {
  const rows = await db
    .selectFrom(lines(db, site, period, seen).as('r'))
    .select(({ fn, lit, ref }) => [
      month(ref('r.data')).as('mese'),
      'r.commessa',
      fn.coalesce(fn.sum<number>('r.produzione'), lit(0)).as('importo'),
    ])
    .where('r.commessa', 'is not', null)
    .groupBy(['mese', 'r.commessa'])
    .$narrowType<{ commessa: NotNull }>()
    .execute();
  return new Map([...Map.groupBy(rows, ({ mese }) => mese)].map(([mese, of]) => [mese, bySite(of)]));
}

const costs = (db: Db, site: Site, { dal, al }: Period, seen: RowScope) =>
  db
    .selectFrom('costi as c')
    .select(['c.id', 'c.data', 'c.cantiere as commessa', 'c.wbs', 'c.tipologia_costo', 'c.quantita', 'c.importo as prezzo'])
    .select(({ fn, lit }) => fn.coalesce('c.totale', lit(0)).as('importo'))
    .where(({ not }) => not('c.eliminato'))
    .where(({ not }) => not('c.padre_eliminato'))
    .where(({ ref }) => isAt(ref('c.cantiere'), site))
    .where(({ between }) => between('c.data', dal, al))
    .where(({ ref }) => ownedBy(ref('c.utente'), seen));

export async function costsBySite(db: Db, site: Site, period: Period, seen: RowScope): Promise<BySite> {
  const rows = await db
    .selectFrom(costs(db, site, period, seen).as('c'))
    .select(({ fn }) => ['c.commessa', fn.sum<number>('c.importo').as('importo')])
    .where('c.commessa', 'is not', null)
    .groupBy('c.commessa')
    .$narrowType<{ commessa: NotNull }>()
    .execute();
  return bySite(rows);
}

export async function costsByMonth(db: Db, site: string, period: Period, seen: RowScope): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom(costs(db, site, period, seen).as('c'))
    .select(({ fn, ref }) => [month(ref('c.data')).as('mese'), fn.sum<number>('c.importo').as('importo')])
    .groupBy('mese')
    .execute();
  return new Map(rows.map(({ mese, importo }) => [mese, importo]));
}

export interface RentalRow extends RentalPeriod {
  id: number;
  id_noleggi: number;
  commessa: string;
  matricola: string | null;
}

/** Returns the rental periods that have, or may have, a day in the given period. */
export async function rentalsOn(db: Db, site: Site, { dal, al }: Period, seen: RowScope): Promise<RentalRow[]> {
  return db
    .selectFrom('storicoNoleggi as s')
    .innerJoin('noleggi as n', 'n.id', 's.id_noleggi')
    .select(['s.id', 's.id_noleggi', 's.cantiere as commessa', 's.matricola', 's.tariffa', 's.data_inizio', 's.data_fine'])
    .where(({ not }) => not('s.eliminato'))
    .where(({ not }) => not('s.padre_eliminato'))
    .where('s.cantiere', 'is not', null)
    .where(({ ref }) => isAt(ref('s.cantiere'), site))
    .where(({ ref }) => ownedBy(ref('n.utente'), seen))
    .where(({ eb: of, or }) => or([of('s.data_inizio', 'is', null), of('s.data_inizio', '<=', al)]))
    .where(({ eb: of, or }) => or([of('s.data_fine', 'is', null), of('s.data_fine', '>=', dal)]))
    .orderBy('s.data_inizio')
    .orderBy('s.id')
    .$narrowType<{ id_noleggi: NotNull; commessa: NotNull }>()
    .execute();
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
    left join cantieri c on lower(c.commessa) = lower(q.commessa) and not c.eliminato and ${isAt(sql.ref('c.commessa'), site)}
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
  return db
    .selectFrom('cantieri_lavorazioni as l')
    .select(['l.commessa', 'l.lavorazione', 'l.descrizione_wbs as wbs', 'l.budget_quantita', 'l.budget_importo'])
    .select(({ ref }) => unitOf(ref('l.lavorazione')).as('unita'))
    .where(({ not }) => not('l.eliminato'))
    .where(({ not }) => not('l.padre_eliminato'))
    .where(({ ref }) => isAt(ref('l.commessa'), site))
    .orderBy('l.id')
    .$narrowType<{ commessa: NotNull }>()
    .execute();
}

export interface ConsumedRow {
  /** `YYYY-MM`. */
  mese: string;
  commessa: string;
  lavorazione: string | null;
  wbs: string | null;
  quantita: number;
  produzione: number;
}

/** Returns quantity and production of each work item by month until that day, for sites that have a budget. */
export async function producedUntil(db: Db, site: Site, al: string, seen: RowScope): Promise<ConsumedRow[]> {
  const budgets = db
    .selectFrom('cantieri_lavorazioni as b')
    .select('b.commessa')
    .where(({ not }) => not('b.eliminato'))
    .where(({ eb: of, or }) => or([of('b.budget_importo', 'is not', null), of('b.budget_quantita', 'is not', null)]));
  return db
    .selectFrom(lines(db, site, { dal: '1900-01-01', al }, seen).as('r'))
    .select(({ fn, lit, ref }) => [
      month(ref('r.data')).as('mese'),
      'r.commessa',
      'r.lavorazione',
      'r.wbs',
      fn.coalesce(fn.sum<number>('r.quantita'), lit(0)).as('quantita'),
      fn.coalesce(fn.sum<number>('r.produzione'), lit(0)).as('produzione'),
    ])
    .where('r.commessa', 'in', budgets)
    .groupBy(['mese', 'r.commessa', 'r.lavorazione', 'r.wbs'])
    .$narrowType<{ commessa: NotNull }>()
    .execute();
}

/** Returns the first day with a record of the site; `null` if there is none. */
export async function beganOn(db: Db, site: string): Promise<string | null> {
  const lineDay = db.selectFrom('produzione').where(LIVE).where('commessa', '=', site);
  const costDay = db.selectFrom('costi').where(LIVE).where('cantiere', '=', site);
  const rentalDay = db.selectFrom('storicoNoleggi').where(LIVE).where('cantiere', '=', site);
  const found = await db
    .selectNoFrom(({ fn }) =>
      fn<string | null>('least', [
        lineDay.select(({ fn: of }) => of.min('data').as('giorno')),
        costDay.select(({ fn: of }) => of.min('data').as('giorno')),
        rentalDay.select(({ fn: of }) => of.min('data_inizio').as('giorno')),
      ]).as('giorno'),
    )
    .executeTakeFirst();
  return found?.giorno ?? null;
}

export interface SiteName {
  commessa: string;
  committente: string | null;
}

export async function sitesSeen(db: Db, site: Site, seen: RowScope): Promise<SiteName[]> {
  return db
    .selectFrom('cantieri')
    .select(['commessa', 'committente'])
    .where(({ not }) => not('eliminato'))
    .where(({ ref }) => isAt(ref('commessa'), site))
    .where(({ ref }) => ownedBy(ref('utente'), seen))
    .orderBy('commessa', (order) => order.collate('it-x-icu'))
    .execute();
}

/** Filter for a part of the production; an empty text selects lines without a value. */
type Part = Partial<Record<'lavorazione' | 'wbs' | 'operatore' | 'attrezzatura' | 'unita', string | undefined>>;

export async function lineRows(
  db: Db,
  { site, period, seen }: { site: string; period: Period; seen: RowScope },
  part: Part,
): Promise<RigaVoce['produzione'][]> {
  const asked = Object.entries(part) as [keyof Part, string | undefined][];
  return db
    .selectFrom(lines(db, site, period, seen).as('r'))
    .select(['id', 'id_intestazione', 'data', 'lavorazione', 'wbs', 'operatore', 'attrezzatura', 'unita', 'quantita', 'prezzo'])
    .select(({ fn, lit }) => fn.coalesce('produzione', lit(0)).as('importo'))
    .where(({ and, eb: of, or }) =>
      and(
        asked.flatMap(([name, value]) => {
          if (value === undefined) return [];
          return [value === '' ? or([of(name, 'is', null), of(name, '=', '')]) : of(name, '=', value)];
        }),
      ),
    )
    .orderBy('data')
    .orderBy('id')
    .execute();
}

export async function costRows(db: Db, site: string, period: Period, seen: RowScope): Promise<RigaVoce['costi'][]> {
  return db
    .selectFrom(costs(db, site, period, seen).as('c'))
    .select(['id', 'data', 'wbs', 'tipologia_costo', 'quantita', 'prezzo', 'importo'])
    .orderBy('data')
    .orderBy('id')
    .execute();
}
