import { componenteOf } from '#contracts/modules/componenti.ts';
import { addMonths } from '#contracts/modules/scadenze/due-date.ts';
import { componenteName, type Componente } from '#contracts/registers/manut-macchinari.ts';
import { centesimi, newer, scadenzeOf, type Intervento } from './formula.ts';

/** A row of a machine's maintenance plan, as far as deadlines need it. */
export interface PlanRow {
  id: number;
  componente: Componente;
  ogni_ore: number | null;
  ogni_mesi: number | null;
  /** The day from which its months are counted as long as nobody did the work. */
  dal: string | null;
}

/** A maintenance record under one of its items. */
export interface Work extends Intervento {
  /** The machine's hours at that moment. */
  ore: number | null;
  /** Work, and no mere reading of the hours. */
  lavoro: boolean;
}

/** What is due next of one item. `ore_scadenza`, `scadenza`: whichever is reached first; not both are `null`. */
export interface Deadline {
  manutenzione: string;
  /** The component that the item names, else the item. */
  voce: string;
  /** Who set the hours: a maintenance record, or the plan. */
  origine: 'intervento' | 'piano';
  ore_scadenza: number | null;
  scadenza: string | null;
  ore_attuali: number;
  /** Zero or less: due. */
  ore_mancanti: number | null;
  /** Number of the record that it is counted from. */
  intervento: number | null;
}

export interface Machine {
  works: readonly Work[];
  plan: readonly PlanRow[];
  /** The lowest reading, which is the first: hours only grow. */
  first: number | null;
  /** The highest. */
  current: number | null;
}

/**
 * The deadlines of a machine: those that its records set, and those of its plan. A component of the
 * plan is due so many hours and months after the newest record that names it. Never done, its hours
 * count from the machine's first reading, its months from when the plan said so. A figure that the
 * newest record of the component sets itself stands in the place of the plan's hours.
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

/** Rows that say how often; of a component stored twice the first counts. */
function inForce(plan: readonly PlanRow[]): Map<string, PlanRow> {
  const rows = new Map<string, PlanRow>();
  for (const row of plan.toSorted((a, b) => a.id - b.id)) if (!rows.has(row.componente)) rows.set(row.componente, row);
  for (const [name, row] of rows) if (row.ogni_ore === null && row.ogni_mesi === null) rows.delete(name);
  return rows;
}

const newest = (works: readonly Work[]): Work | null =>
  works.reduce<Work | null>((last, work) => (last === null || newer(work, last) ? work : last), null);

/** A completion without a reading says nothing of hours. */
const hoursOf = ({ ogni_ore }: PlanRow, from: number | null): number | null =>
  ogni_ore === null || from === null ? null : centesimi(from + ogni_ore);

const LAST_YEAR = 9998;

const dayOf = ({ ogni_mesi }: PlanRow, from: string | null): string | null =>
  ogni_mesi === null || from === null || Number(from.slice(0, 4)) + ogni_mesi / 12 > LAST_YEAR ? null : addMonths(from, ogni_mesi);

/** Without the unit in which it is measured. */
const nameOf = (componente: Componente): string => componenteName(componente).replace(/ \(kg\)$/, '');
