import { sql, type Kysely, type NotNull } from 'kysely';
import type { CantiereMacchina, Fermo, FigureMacchina } from '#contracts/modules/andamento/machine.ts';
import type { Period } from '#contracts/core/period.ts';
import type { ReadDatabase } from '../database.ts';
import { dateOf, daysAfter } from '../rome-days.ts';
import { ownedBy, type RowScope } from './andamento.queries.ts';

type Db = Kysely<ReadDatabase>;

interface MachineRequest {
  matricola: string;
  period: Period;
  today: string;
  /** Scope of the maintenance costs. */
  costs: RowScope;
  /** Scope of the production days. */
  lines: RowScope;
}

/** Selects the production lines in which the machine worked, of days that the person may see. */
const workedLines = (db: Db, { matricola, period: { dal, al }, lines }: Pick<MachineRequest, 'matricola' | 'period' | 'lines'>) =>
  db
    .selectFrom('produzione as l')
    .innerJoin('produzione_padre as p', 'p.id', 'l.id_intestazione')
    .where(({ not }) => not('l.eliminato'))
    .where(({ not }) => not('l.padre_eliminato'))
    .where('l.attrezzatura', '=', matricola)
    .where('l.fermo', 'is distinct from', sql.lit(1))
    .where(({ between }) => between('l.data', dal, al))
    .where(({ ref }) => ownedBy(ref('p.utente'), lines));

export type MonthRow = Required<FigureMacchina> & { mese: string };

/** Selects the days on which a fault stopped a machine, cut to the period. An open fault lasts until today. */
const stops = (db: Db, { matricola, period: { dal, al }, today }: Pick<MachineRequest, 'matricola' | 'period' | 'today'>) =>
  db
    .selectFrom('guasti as g')
    .select(({ case: when, fn, lit, ref }) => {
      const last = when()
        .when('g.chiuso_il', 'is', null)
        .then(dateOf(today))
        .else(fn<string>('greatest', [daysAfter(ref('g.chiuso_il'), lit(-1)), 'g.quando']))
        .end();
      return [fn<string>('greatest', ['g.quando', dateOf(dal)]).as('dal'), fn<string>('least', [last, dateOf(al), dateOf(today)]).as('al')];
    })
    .where(({ not }) => not('g.eliminato'))
    .where('g.ferma', '=', sql.lit(1))
    .where('g.quando', 'is not', null)
    .where('g.matricola', '=', matricola);

/** Returns the periods in which a fault stopped a machine, oldest first. */
export async function machineStops(db: Db, asked: Pick<MachineRequest, 'matricola' | 'period' | 'today'>): Promise<Fermo[]> {
  return db
    .selectFrom(stops(db, asked).as('f'))
    .select(['f.dal', 'f.al'])
    .whereRef('f.dal', '<=', 'f.al')
    .orderBy('f.dal')
    .orderBy('f.al')
    .execute();
}

/** Returns a machine's figures of each month that has any. */
export async function machineMonths(db: Db, { matricola, period, today, costs, lines }: MachineRequest): Promise<MonthRow[]> {
  const { dal, al } = period;
  const workedDays = workedLines(db, { matricola, period, lines }).select('l.data').distinct();
  const { rows } = await sql<MonthRow>`with letture as (
      select data, ore_km as ore from manutenzioni where not eliminato and matricola = ${matricola} and data is not null and ore_km is not null
      union all
      select data, ore from accise where not eliminato and matricola = ${matricola} and data is not null and ore is not null),
    passi as (select data, ore - lag(ore) over (order by data, ore) as ore from letture),
    giorni as (
      select data, ore, 0 as lavorato, 0 as fermo, 0::numeric as costo from passi where ore > 0 and data between ${dal}::date and ${al}::date
      union all
      select l.data, 0::numeric, 1, 0, 0::numeric from ${workedDays} l
      union all
      select distinct d::date, 0::numeric, 0, 1, 0::numeric from ${stops(db, { matricola, period, today })} f
        cross join lateral generate_series(f.dal::timestamp, f.al::timestamp, '1 day') d
      union all
      select m.data, 0::numeric, 0, 0, coalesce(m.costo, 0) from manutenzioni m
        where not m.eliminato and m.matricola = ${matricola} and m.data between ${dal}::date and ${al}::date and ${ownedBy(sql.ref('m.utente'), costs)})
    select to_char(data, 'YYYY-MM') as mese, sum(ore) as ore, sum(lavorato)::integer as giorni_lavorati, sum(fermo)::integer as fermo_giorni,
      sum(costo) as costi_manutenzione from giorni group by 1 order by 1`.execute(db);
  return rows;
}

/** Returns the sites where the machine worked in the period and that the person may see, the latest first. */
export async function machineSites(
  db: Db,
  { sites, ...asked }: Pick<MachineRequest, 'matricola' | 'period' | 'lines'> & { sites: RowScope },
): Promise<CantiereMacchina[]> {
  return workedLines(db, asked)
    .select(({ fn }) => [
      'l.commessa',
      fn.min('l.data').as('dal'),
      fn.max('l.data').as('al'),
      fn.count<number>('l.data').distinct().as('giorni'),
    ])
    .where('l.commessa', 'is not', null)
    .$if(sites.scope !== 'all', (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('cantieri as c')
            .select('c.commessa')
            .whereRef('c.commessa', '=', 'l.commessa')
            .where(({ not }) => not('c.eliminato'))
            .where(({ ref }) => ownedBy(ref('c.utente'), sites)),
        ),
      ),
    )
    .groupBy('l.commessa')
    .orderBy('al', 'desc')
    .orderBy('l.commessa')
    .$narrowType<{ commessa: NotNull; dal: NotNull; al: NotNull }>()
    .execute();
}
