import { sql, type Kysely, type RawBuilder } from 'kysely';
import { romeDate } from '#contracts/core/dates.ts';
import { COMPONENTI } from '#contracts/registers/manut-macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import type { PastModel, ReadCatalogue } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { asOf } from '../registers/as-of.ts';
import { pastTable } from '../registers/register.table.ts';
import { entriesOf } from './formula.ts';
import { deadlinesOf, type PlanRow } from './plan.ts';
import { SCADENZE_COLUMNS } from './scadenze.table.ts';
import { intervalOf, READING } from './source.ts';

interface Then {
  db: Kysely<ReadDatabase>;
  catalogue: ReadCatalogue;
  /** ISO instant. */
  al: string;
  /** Machines that are asked for; all without them. */
  matricole: readonly string[] | undefined;
}

/** Deadlines of maintenance as of an instant, by the same formula as today's, from the records as they stood then. */
export const pastDeadlines: PastModel = {
  table: 'scadenze_manutenzione',
  columns: SCADENZE_COLUMNS,
  by: 'matricola',
  async rows(db, catalogue, { al, keys: matricole }) {
    const then = { db, catalogue, al, matricole };
    const [machines, records, planned] = await Promise.all([machinesAt(then), recordsAt(then), planAt(then)]);
    const works = Map.groupBy(records, (one) => one.matricola);
    const plans = Map.groupBy(planned, (one) => one.matricola);
    return machines.flatMap(({ matricola, descrizione, first, current }) =>
      deadlinesOf({
        works: (works.get(matricola) ?? []).flatMap(({ id, data, tipologia, ore_km: ore, manutenzione, ore_scadenza }) =>
          entriesOf(manutenzione, ore_scadenza).map((voce) => ({ id, data, voce, ore_scadenza, ore, lavoro: tipologia !== READING })),
        ),
        plan: plans.get(matricola) ?? [],
        first,
        current,
      }).map((deadline) => ({ matricola, descrizione, ...deadline })),
    );
  },
};

/** Restricts a statement to the machines that are asked for. */
const isAskedMachine = ({ matricole }: Then, column: RawBuilder<unknown>) =>
  matricole === undefined ? sql`true` : sql`${column} = any(${matricole}::text[])`;

async function rowsAt<Row>({ db, catalogue, al }: Then, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await sql<Row>`${asOf(catalogue, statement, al, null)}`.execute(db)).rows;
}

interface Machine {
  matricola: string;
  descrizione: string | null;
  first: number | null;
  current: number | null;
}

/** Returns the machines, with the lowest and the highest reading of all their records. */
const machinesAt = (then: Then): Promise<Machine[]> =>
  rowsAt(
    then,
    sql`select m.matricola, m.descrizione, o.first, o.current from macchinari m
      left join (select u.matricola, min(u.ore) as first, max(u.ore) as current from (
          select matricola, ore_km as ore from macchinari union all select matricola, ore_km from manutenzioni
          union all select matricola, ore from accise) u
        where ${isAskedMachine(then, sql`u.matricola`)} group by u.matricola) o on o.matricola = m.matricola
      where ${isAskedMachine(then, sql`m.matricola`)}`,
  );

interface MaintenanceRecord {
  id: number;
  matricola: string;
  data: string | null;
  tipologia: string | null;
  ore_km: number | null;
  manutenzione: string | null;
  ore_scadenza: number | null;
}

const recordsAt = (then: Then): Promise<MaintenanceRecord[]> =>
  rowsAt(
    then,
    sql`select r.id, r.matricola, r.data, r.tipologia, r.ore_km, r.manutenzione, r.ore_scadenza from manutenzioni r
      where ${isAskedMachine(then, sql`r.matricola`)} and (r.manutenzione is not null or r.ore_scadenza is not null)`,
  );

type PlannedRow = PlanRow & { matricola: string };

/** Returns the rows of the machines' plans, with the day on which each first set months. */
async function planAt(then: Then): Promise<PlannedRow[]> {
  const rows = await rowsAt<Omit<PlannedRow, 'dal'>>(
    then,
    sql`select r.id, r.matricola, r.componente, r.ogni_ore, r.ogni_mesi from "manutMacchinari" r
      where ${isAskedMachine(then, sql`r.matricola`)} and r.componente = any(${COMPONENTI}::text[])`,
  );
  const plans = rows.map((row) => ({ ...row, ogni_ore: intervalOf(row.ogni_ore), ogni_mesi: intervalOf(row.ogni_mesi) }));
  const since = await monthsSince(
    then,
    plans.filter(({ ogni_mesi }) => ogni_mesi !== null).map(({ id }) => id),
  );
  return plans.map((row) => ({ ...row, dal: since.get(row.id) ?? null }));
}

/** Returns the day since which rows of the plan have set months without a break, by key. */
async function monthsSince({ db, al }: Then, ids: readonly number[]): Promise<Map<number, string>> {
  const since = new Map<number, string>();
  if (ids.length === 0) return since;
  const states = (table: string) => sql`select id, dal, ogni_mesi from ${sql.table(table)} where id = any(${ids}::bigint[])`;
  const { rows } = await sql<{ id: number; dal: Date; ogni_mesi: number | null }>`select * from (
      ${states(manutMacchinari.path)} union all ${states(pastTable(manutMacchinari))}) s
    where s.dal <= ${al}::timestamptz order by s.id, s.dal`.execute(db);
  for (const { id, dal, ogni_mesi } of rows) {
    if (intervalOf(ogni_mesi) === null) since.delete(id);
    else if (!since.has(id)) since.set(id, romeDate(dal));
  }
  return since;
}
