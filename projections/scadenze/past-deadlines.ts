import { type Expression, type Kysely, type NotNull } from 'kysely';
import { romeDate } from '#contracts/core/dates.ts';
import { COMPONENTI } from '#contracts/registers/manut-macchinari.ts';
import type { PastModel, ReadCatalogue } from '../catalogue.ts';
import { type Statement, expressions, runStatement } from '../database/compiled.ts';
import type { ReadDatabase } from '../database.ts';
import { asOf, instant } from '../registers/as-of.ts';
import { entriesOf } from './formula.ts';
import { deadlinesOf, type PlanRow } from './plan.ts';
import { DEADLINES } from './scadenze.table.ts';
import { intervalOf, METER_READING } from './source.ts';

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
  table: DEADLINES.table,
  columns: DEADLINES.columns,
  by: 'matricola',
  async rows(db, catalogue, { al, keys: matricole }) {
    const then = { db, catalogue, al, matricole };
    const [machines, records, planned] = await Promise.all([machinesAt(then), recordsAt(then), planAt(then)]);
    const works = Map.groupBy(records, (one) => one.matricola);
    const plans = Map.groupBy(planned, (one) => one.matricola);
    return machines.flatMap(({ matricola, descrizione, first, current }) =>
      deadlinesOf({
        works: (works.get(matricola) ?? []).flatMap(({ id, data, tipologia, ore_km: ore, manutenzione, ore_scadenza }) =>
          entriesOf(manutenzione, ore_scadenza).map((voce) => ({ id, data, voce, ore_scadenza, ore, lavoro: tipologia !== METER_READING })),
        ),
        plan: plans.get(matricola) ?? [],
        first,
        current,
      }).map((deadline) => ({ matricola, descrizione, ...deadline })),
    );
  },
};

/** Restricts a statement to the machines that are asked for. */
const isAskedMachine = ({ matricole }: Then, column: Expression<string | null>) =>
  matricole === undefined ? expressions.lit(true) : expressions(column, '=', expressions.fn.any(expressions.val(matricole)));

const rowsAt = <Row>({ db, catalogue, al }: Then, statement: Statement<Row>): Promise<Row[]> =>
  runStatement(db, asOf(catalogue, statement, al));

interface Machine {
  matricola: string;
  descrizione: string | null;
  first: number | null;
  current: number | null;
}

/** Returns the machines, with the lowest and the highest reading of all their records. */
function machinesAt(then: Then): Promise<Machine[]> {
  const { db } = then;
  const readings = db
    .selectFrom('macchinari')
    .select(['matricola', 'ore_km as ore'])
    .$castTo<{ matricola: string | null; ore: number | null }>()
    .unionAll(db.selectFrom('manutenzioni').select(['matricola', 'ore_km as ore']))
    .unionAll(db.selectFrom('accise').select(['matricola', 'ore']));
  const extremes = db
    .selectFrom(readings.as('u'))
    .select(({ fn }) => ['u.matricola', fn.min('u.ore').as('first'), fn.max('u.ore').as('current')])
    .where(({ ref }) => isAskedMachine(then, ref('u.matricola')))
    .groupBy('u.matricola');
  const machines = db
    .selectFrom('macchinari as m')
    .leftJoin(extremes.as('o'), 'o.matricola', 'm.matricola')
    .select(['m.matricola', 'm.descrizione', 'o.first', 'o.current'])
    .where(({ ref }) => isAskedMachine(then, ref('m.matricola')));
  return rowsAt(then, machines);
}

interface MaintenanceRecord {
  id: number;
  matricola: string;
  data: string | null;
  tipologia: string | null;
  ore_km: number | null;
  manutenzione: string | null;
  ore_scadenza: number | null;
}

function recordsAt(then: Then): Promise<MaintenanceRecord[]> {
  const records = then.db
    .selectFrom('manutenzioni as r')
    .select(['r.id', 'r.matricola', 'r.data', 'r.tipologia', 'r.ore_km', 'r.manutenzione', 'r.ore_scadenza'])
    .where(({ ref }) => isAskedMachine(then, ref('r.matricola')))
    .where((of) => of.or([of('r.manutenzione', 'is not', null), of('r.ore_scadenza', 'is not', null)]))
    .$narrowType<{ matricola: NotNull }>();
  return rowsAt(then, records);
}

type PlannedRow = PlanRow & { matricola: string };

/** Returns the rows of the machines' plans, with the day on which each first set months. */
async function planAt(then: Then): Promise<PlannedRow[]> {
  const planned = then.db
    .selectFrom('manutMacchinari as r')
    .select(['r.id', 'r.matricola', 'r.componente', 'r.ogni_ore', 'r.ogni_mesi'])
    .where(({ ref }) => isAskedMachine(then, ref('r.matricola')))
    .where((of) => of('r.componente', '=', of.fn.any(of.val(COMPONENTI))))
    .$narrowType<{ matricola: NotNull; componente: PlanRow['componente'] }>();
  const rows = await rowsAt(then, planned);
  const plans = rows.map((row) => ({ ...row, ogni_ore: intervalOf(row.ogni_ore), ogni_mesi: intervalOf(row.ogni_mesi) }));
  const since = await monthsSince(
    then,
    plans.filter(({ ogni_mesi }) => ogni_mesi !== null).map(({ id }) => id),
  );
  return plans.map((row) => ({ ...row, dal: since.get(row.id) ?? null }));
}

/** The table of past rows of the maintenance plans. */
type PastPlans = { manutMacchinari_passato: ReadDatabase['manutMacchinari'] };

/** Returns the day since which rows of the plan have set months without a break, by key. */
async function monthsSince({ db, al }: Then, ids: readonly number[]): Promise<Map<number, string>> {
  const since = new Map<number, string>();
  if (ids.length === 0) return since;
  const tables = db.withTables<PastPlans>();
  const states = (table: 'manutMacchinari' | keyof PastPlans) =>
    tables
      .selectFrom(`${table} as p`)
      .select(['p.id', 'p.dal', 'p.ogni_mesi'])
      .where((of) => of('p.id', '=', of.fn.any(of.val(ids))));
  const rows = await db
    .selectFrom(states('manutMacchinari').unionAll(states('manutMacchinari_passato')).as('s'))
    .selectAll()
    .where('s.dal', '<=', instant(al))
    .orderBy('s.id')
    .orderBy('s.dal')
    .execute();
  for (const { id, dal, ogni_mesi } of rows) {
    if (intervalOf(ogni_mesi) === null) since.delete(id);
    else if (!since.has(id)) since.set(id, romeDate(dal));
  }
  return since;
}
