import { eligibilityOf, type Eligibility, type ExciseMachine } from './eligibility.ts';
import { litresOf, type CurvePoint } from './litres.ts';
import { quarterKey, quarterOf, type Quarter } from './quarter.ts';
import { hoursOf, intervalsOf, type Interval, type Reading } from './readings.ts';
import type { RigaDichiarazione } from './statement.ts';

/** A machine with the data from which its litres are computed. */
export interface MachineReadings {
  matricola: string;
  /** Readings of the quarter, and at least the last earlier reading that has all counters. */
  readings: readonly Reading[];
  curve: readonly CurvePoint[];
  /** Values of the machine's record; `null` if the register has no such machine. */
  machine: (ExciseMachine & { quota_accisa: number | null }) | null;
}

const WHOLE = 100;

/** Computes the rows of a quarter's statement, one per machine and site, sorted by machine. The function is pure. */
export function computeRows(machines: readonly MachineReadings[], quarter: Quarter): RigaDichiarazione[] {
  return machines.toSorted((a, b) => byText(a.matricola, b.matricola)).flatMap((machine) => rowsOf(machine, quarter));
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function rowsOf(recorded: MachineReadings, quarter: Quarter): RigaDichiarazione[] {
  const quarterIntervals = intervalsOf(recorded.readings).filter(({ data }) => quarterKey(quarterOf(data)) === quarterKey(quarter));
  const sites = [...new Set(quarterIntervals.map(({ cantiere }) => cantiere ?? ''))].sort(byText);
  return sites.map((site) =>
    rowOf(
      recorded,
      quarter,
      site,
      quarterIntervals.filter(({ cantiere }) => (cantiere ?? '') === site),
    ),
  );
}

function rowOf(
  { matricola, curve, machine }: MachineReadings,
  quarter: Quarter,
  site: string,
  intervals: readonly Interval[],
): RigaDichiarazione {
  const total = intervals.reduce((sum, one) => ({ time: sum.time + one.increase.time, giri: sum.giri + one.increase.giri }), {
    time: 0n,
    giri: 0n,
  });
  const litri = litresOf(total, curve, machine?.quota_accisa ?? WHOLE);
  const { ammessa, motivo } = judgeEligibility(machine, quarter, site);
  const from = intervals.find((one) => one.from)?.from ?? null;
  const to = intervals.findLast((one) => one.to)?.to ?? null;
  return {
    matricola,
    cantiere: site === '' ? null : site,
    ore_inizio: from && hoursOf(from.time),
    ore_fine: to && hoursOf(to.time),
    ore: hoursOf(total.time),
    giri_inizio: from && Number(from.giri),
    giri_fine: to && Number(to.giri),
    giri: Number(total.giri),
    litri,
    ammessa,
    motivo: litri === null ? `Senza curva di consumo: litri da calcolare. ${motivo}` : motivo,
    lacune: intervals.flatMap(({ gaps }) => gaps),
  };
}

function judgeEligibility(machine: MachineReadings['machine'], quarter: Quarter, site: string): Eligibility {
  if (machine === null) return { ammessa: 0, motivo: 'Esclusa: la macchina non è nel registro.' };
  const declared = eligibilityOf(machine, quarter);
  if (site === '' && declared.ammessa === 1)
    return { ammessa: 0, motivo: 'Esclusa: letture senza cantiere, e il rimborso è dei cantieri.' };
  return declared;
}
