import { componenteOf } from '#contracts/modules/componenti.ts';
import { addMonths } from '#contracts/modules/scadenze/due-date.ts';
import { componenteName, type Componente } from '#contracts/registers/manut-macchinari.ts';
import { centesimi, newer, scadenzeOf, type Intervento } from './formula.ts';

/** Columns of a row of a machine's maintenance plan that deadlines need. */
export interface PlanRow {
  id: number;
  componente: Componente;
  ogni_ore: number | null;
  ogni_mesi: number | null;
  /** Day from which months are counted if the work was never done. */
  dal: string | null;
}

/** A maintenance record, once for each of its items. */
export interface Work extends Intervento {
  /** The machine's hours at that time. */
  ore: number | null;
  /** True for work, false for a mere reading of the hours. */
  lavoro: boolean;
}

/** Next deadline of one item, at `ore_scadenza` or `scadenza`, whichever is reached first; at most one is `null`. */
export interface Deadline {
  manutenzione: string;
  /** The component that the item names, otherwise the item. */
  voce: string;
  /** Origin of the hours: a maintenance record, or the plan. */
  origine: 'intervento' | 'piano';
  ore_scadenza: number | null;
  scadenza: string | null;
  ore_attuali: number;
  /** Zero or less: due. */
  ore_mancanti: number | null;
  /** Number of the record from which the deadline is counted. */
  intervento: number | null;
}

export interface Machine {
  works: readonly Work[];
  plan: readonly PlanRow[];
  /** Lowest reading, which is also the first, since hours only grow. */
  first: number | null;
  /** Highest reading. */
  current: number | null;
}

/**
 * Returns the deadlines of a machine: those set by its records, and those of its plan. A component of the plan is due the planned hours and
 * months after the newest record that names it. If never done, hours count from the machine's first reading, and months from the day the
 * plan set them. Hours set by the component's newest record replace the plan's hours.
 */
export function deadlinesOf({ works, plan, first, current }: Machine): Deadline[] {
  const ore_attuali = current ?? 0;
  const planned = inForce(plan);
  const fromRecords = scadenzeOf(works, [current]).map((one): Deadline => ({
    ...one,
    voce: componenteOf(one.manutenzione) ?? one.manutenzione,
    origine: 'intervento',
    scadenza: null,
  }));
  const fromPlan = [...planned.values()].flatMap((row): Deadline[] => {
    const naming = works.filter((work) => componenteOf(work.voce) === row.componente);
    const done = newest(naming.filter(({ lavoro }) => lavoro));
    const setter = [newest(naming), done].find((work) => work !== null && work.ore_scadenza !== null) ?? null;
    const ore_scadenza = setter ? setter.ore_scadenza : hoursOf(row, done ? done.ore : first);
    const scadenza = dayOf(row, done?.data ?? row.dal);
    if (ore_scadenza === null && scadenza === null) return [];
    return [
      {
        manutenzione: setter?.voce ?? nameOf(row.componente),
        voce: row.componente,
        origine: setter ? 'intervento' : 'piano',
        ore_scadenza,
        scadenza,
        ore_attuali,
        ore_mancanti: ore_scadenza === null ? null : centesimi(ore_scadenza - ore_attuali),
        intervento: (setter ?? done)?.id ?? null,
      },
    ];
  });
  return [...fromRecords.filter(({ voce }) => !planned.has(voce)), ...fromPlan];
}

/** Returns the plan's rows that set an interval; if a component is stored twice, the first row counts. */
function inForce(plan: readonly PlanRow[]): Map<string, PlanRow> {
  const rows = new Map<string, PlanRow>();
  for (const row of plan.toSorted((a, b) => a.id - b.id)) if (!rows.has(row.componente)) rows.set(row.componente, row);
  for (const [name, row] of rows) if (row.ogni_ore === null && row.ogni_mesi === null) rows.delete(name);
  return rows;
}

const newest = (works: readonly Work[]): Work | null =>
  works.reduce<Work | null>((last, work) => (last === null || newer(work, last) ? work : last), null);

/** Returns the hours at which a row is due; `null` if the last work has no reading. */
const hoursOf = ({ ogni_ore }: PlanRow, from: number | null): number | null =>
  ogni_ore === null || from === null ? null : centesimi(from + ogni_ore);

const LAST_YEAR = 9998;

const dayOf = ({ ogni_mesi }: PlanRow, from: string | null): string | null =>
  ogni_mesi === null || from === null || Number(from.slice(0, 4)) + ogni_mesi / 12 > LAST_YEAR ? null : addMonths(from, ogni_mesi);

/** Returns the component's name without its unit. */
const nameOf = (componente: Componente): string => componenteName(componente).replace(/ \(kg\)$/, '');
