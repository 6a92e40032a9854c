import { sql, type Kysely } from 'kysely';
import type { CantiereMacchina, Fermo, FigureMacchina } from '#contracts/modules/andamento/machine.ts';
import type { Period } from '#contracts/core/period.ts';
import type { ReadDatabase } from '../database.ts';
import { ownedBy, type Seen } from './andamento.queries.ts';

type Db = Kysely<ReadDatabase>;

interface Asked {
  matricola: string;
  period: Period;
  today: string;
  /** Scope of the maintenance costs. */
  costs: Seen;
  /** Scope of the production days. */
  lines: Seen;
}

/** Selects the production lines in which the machine worked, of days that the person may see. */
const workedLines = ({ matricola, period: { dal, al }, lines }: Pick<Asked, 'matricola' | 'period' | 'lines'>) => sql`
  select l.commessa, l.data from produzione l join produzione_padre p on p.id = l.id_intestazione
  where not l.eliminato and not l.padre_eliminato and l.attrezzatura = ${matricola} and l.fermo is distinct from 1
    and l.data between ${dal}::date and ${al}::date and ${ownedBy(sql`p.utente`, lines)}`;

export type MonthRow = Required<FigureMacchina> & { mese: string };

/** Selects the days on which a fault stopped a machine, cut to the period. An open fault lasts until today. */
const stops = ({ matricola, period: { dal, al }, today }: Pick<Asked, 'matricola' | 'period' | 'today'>) => sql`
  select greatest(g.quando, ${dal}::date) as dal,
    least(case when g.chiuso_il is null then ${today}::date else greatest(g.chiuso_il - 1, g.quando) end, ${al}::date, ${today}::date) as al
  from guasti g where not g.eliminato and g.ferma = 1 and g.quando is not null and g.matricola = ${matricola}`;

/** Returns the periods in which a fault stopped a machine, oldest first. */
export async function machineStops(db: Db, asked: Pick<Asked, 'matricola' | 'period' | 'today'>): Promise<Fermo[]> {
  const { rows } =
    await sql<Fermo>`select dal::text as dal, al::text as al from (${stops(asked)}) f where dal <= al order by f.dal, f.al`.execute(db);
  return rows;
}

/** Returns a machine's figures of each month that has any. */
export async function machineMonths(db: Db, { matricola, period, today, costs, lines }: Asked): Promise<MonthRow[]> {
  const { dal, al } = period;
  const { rows } = await sql<MonthRow>`with letture as (
      select data, ore_km as ore from manutenzioni where not eliminato and matricola = ${matricola} and data is not null and ore_km is not null
      union all
      select data, ore from accise where not eliminato and matricola = ${matricola} and data is not null and ore is not null),
    passi as (select data, ore - lag(ore) over (order by data, ore) as ore from letture),
    giorni as (
      select data, ore, 0 as lavorato, 0 as fermo, 0::numeric as costo from passi where ore > 0 and data between ${dal}::date and ${al}::date
      union all
      select distinct l.data, 0::numeric, 1, 0, 0::numeric from (${workedLines({ matricola, period, lines })}) l
      union all
      select distinct d::date, 0::numeric, 0, 1, 0::numeric from (${stops({ matricola, period: { dal, al }, today })}) f
        cross join lateral generate_series(f.dal::timestamp, f.al::timestamp, '1 day') d
      union all
      select m.data, 0::numeric, 0, 0, coalesce(m.costo, 0) from manutenzioni m
        where not m.eliminato and m.matricola = ${matricola} and m.data between ${dal}::date and ${al}::date and ${ownedBy(sql`m.utente`, costs)})
    select to_char(data, 'YYYY-MM') as mese, sum(ore) as ore, sum(lavorato)::integer as giorni_lavorati, sum(fermo)::integer as fermo_giorni,
      sum(costo) as costi_manutenzione from giorni group by 1 order by 1`.execute(db);
  return rows;
}

/** Returns the sites where the machine worked in the period and that the person may see, the latest first. */
export async function machineSites(
  db: Db,
  { sites, ...asked }: Pick<Asked, 'matricola' | 'period' | 'lines'> & { sites: Seen },
): Promise<CantiereMacchina[]> {
  const seen =
    sites.scope === 'all'
      ? sql`true`
      : sql`exists (select 1 from cantieri c
    where c.commessa = l.commessa and not c.eliminato and ${ownedBy(sql`c.utente`, sites)})`;
  const { rows } =
    await sql<CantiereMacchina>`select l.commessa, min(l.data)::text as dal, max(l.data)::text as al, count(distinct l.data)::integer as giorni
    from (${workedLines(asked)}) l where l.commessa is not null and ${seen}
    group by l.commessa order by max(l.data) desc, l.commessa`.execute(db);
  return rows;
}
