import { daysBetween } from '../../core/dates.ts';
import { fromScaled, toScaled } from '../../core/decimals.ts';
import { formatNumber } from '../../core/formats.ts';

/** A reading of a machine's counters, as stored in the register. */
export interface Reading {
  id: number;
  data: string;
  cantiere: string | null;
  m_giri: number | null;
  k_giri: number | null;
  ore: number | null;
  minuti: number | null;
}

/** Counters as whole numbers: hundredths of a minute, revolutions. */
export interface Counters {
  time: bigint;
  giri: bigint;
}

/** The interval between a reading and the one before, attributed to day and site of the later reading. */
export interface Interval {
  data: string;
  cantiere: string | null;
  /** Counters at the start and the end; `null`: the reading lacks a counter. */
  from: Counters | null;
  to: Counters | null;
  /** Counted hours and revolutions; zero where a counter went down, or where there is no earlier reading. */
  increase: Counters;
  gaps: string[];
}

/** Days between readings above which the interval is a gap. */
const MAX_DAYS = 7;
const NOTHING: Counters = { time: 0n, giri: 0n };
/** Decimals of a counter's field. */
const DECIMALS = 2;
const HOUR = 60n * 100n;

/** Compares two readings: by day, then by order of entry. */
const inOrder = (a: Reading, b: Reading): number => (a.data === b.data ? a.id - b.id : a.data < b.data ? -1 : 1);

/** Returns the intervals of one machine, in chronological order. */
export function intervalsOf(readings: readonly Reading[]): Interval[] {
  let before: { data: string; counters: Counters } | null = null;
  return readings.toSorted(inOrder).map((reading): Interval => {
    const { data, cantiere } = reading;
    const counters = countersOf(reading);
    if (counters === null) return { data, cantiere, from: null, to: null, increase: NOTHING, gaps: [incomplete(reading)] };
    const start = before;
    before = { data, counters };
    if (start === null) return { data, cantiere, from: counters, to: counters, increase: NOTHING, gaps: [first(data, counters)] };
    const lower = loweredCounters(start, before);
    return {
      data,
      cantiere,
      from: start.counters,
      to: counters,
      increase: lower.length > 0 ? NOTHING : { time: counters.time - start.counters.time, giri: counters.giri - start.counters.giri },
      gaps: [...silence(start.data, data), ...lower, ...(lower.length > 0 ? [] : doubtful(start, before))],
    };
  });
}

/** Converts a reading to counters: hours = ore + minuti / 60, revolutions = m_giri × 1e6 + k_giri × 1e3. `null` if either is missing. */
export function countersOf({ m_giri, k_giri, ore, minuti }: Reading): Counters | null {
  if ((m_giri === null && k_giri === null) || (ore === null && minuti === null)) return null;
  return {
    time: toScaled(ore ?? 0, DECIMALS) * 60n + toScaled(minuti ?? 0, DECIMALS),
    giri: toScaled(m_giri ?? 0, DECIMALS) * 10_000n + toScaled(k_giri ?? 0, DECIMALS) * 10n,
  };
}

/** Converts to hours for display and API: to the hundredth, half up. */
export const hoursOf = (time: bigint): number => fromScaled((time * 200n + HOUR) / (2n * HOUR), 2);

type DatedCounters = { data: string; counters: Counters };

const hours = (time: bigint): string => `${formatNumber(hoursOf(time))} ore`;
const count = (giri: bigint): string => `${formatNumber(Number(giri), 0)} giri`;
const between = (from: string, to: string): string => `Dal ${from} al ${to}`;

const first = (data: string, { time, giri }: Counters): string => `Prima lettura il ${data}: si conta da ${hours(time)} e ${count(giri)}.`;

function incomplete({ data, ore, minuti }: Reading): string {
  const lacking = ore === null && minuti === null ? 'ore' : 'giri';
  return `Lettura del ${data} senza ${lacking}: non conta.`;
}

function silence(from: string, to: string): string[] {
  const days = daysBetween(from, to);
  return days > MAX_DAYS ? [`${between(from, to)} nessuna lettura per ${days} giorni.`] : [];
}

function loweredCounters(from: DatedCounters, to: DatedCounters): string[] {
  const [a, b] = [from.counters, to.counters];
  return [
    ...(b.time < a.time ? [`${between(from.data, to.data)} il contaore scende da ${hours(a.time)} a ${hours(b.time)}: non conta.`] : []),
    ...(b.giri < a.giri ? [`${between(from.data, to.data)} il contagiri scende da ${count(a.giri)} a ${count(b.giri)}: non conta.`] : []),
  ];
}

/** Returns doubts about an interval that counts all the same: more hours than passed, or revolutions without an hour. */
function doubtful(from: DatedCounters, to: DatedCounters): string[] {
  const time = to.counters.time - from.counters.time;
  const giri = to.counters.giri - from.counters.giri;
  const passed = BigInt(daysBetween(from.data, to.data) + 1) * 24n;
  if (time > passed * HOUR) return [`${between(from.data, to.data)} ${hours(time)}, più delle ${passed} che sono passate: da controllare.`];
  if (time === 0n && giri > 0n) return [`${between(from.data, to.data)} ${count(giri)} senza ore: nessun consumo.`];
  return [];
}
