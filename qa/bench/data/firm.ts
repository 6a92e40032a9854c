import { addDays } from '#contracts/core/dates.ts';
import type { Listino } from '#contracts/modules/listino.ts';
import { LAVORAZIONI_DEMO, REFERENTI_DEMO, WBS_DEMO, type LavorazioneDemo } from '#services/demo/catalogue-produzione.ts';
import { OPERATORI_DEMO } from '#services/demo/crew.ts';

/** Size of the benchmark's firm. */
export interface Size {
  machines: number;
  maintenance: number;
  workers: number;
  sites: number;
  /** Number of production headers (one per site and day) over ten years; each has `LINES_PER_HEADER` lines. */
  headers: number;
  /** Number of years of production that are loaded, counted back from `END`. */
  years: number;
  /** Number of machines that have documents in the archive, each ten of two megabytes. */
  documented: number;
}

export const YEARS = 10;
export const LINES_PER_HEADER = 4;
/** The day after the last day of production. */
export const END = '2026-11-01';
const DAYS = 3650;

/**
 * Returns the firm's size. Scale 1: 5,000 machines, 50,000 maintenance records, 1,000 workers, 1,000,000 lines; about 2.5 million events.
 */
export function sizeOf(scale: number, years = YEARS): Size {
  const of = (count: number, least: number): number => Math.max(least, Math.round(count * scale));
  return {
    machines: of(5000, 50),
    maintenance: of(50_000, 500),
    workers: of(1000, 20),
    sites: of(200, 8),
    headers: of(250_000, 1000),
    years,
    documented: of(100, 2),
  };
}

export const matricola = (n: number): string => `B${String(n).padStart(4, '0')}`;
export const commessa = (n: number): string => String(1000 + n).padStart(4, '0');
/** Returns the day of a production header. Headers are numbered by date, with the same number on each day. */
export const dayOf = (header: number, { headers }: Size): string => addDays(END, Math.floor((header * DAYS) / headers) - DAYS);
/** Returns the number of the first header in the loaded years. */
export const firstHeader = ({ headers, years }: Size): number => Math.round(headers * (1 - years / YEARS));

export const OPERATORS = OPERATORI_DEMO.flatMap((name) => ['', ' (A)', ' (B)', ' (C)'].map((suffix) => `${name}${suffix}`));

/** Returns a site's parts: three wbs, and four work items with prices. */
export function siteOf(
  n: number,
): Listino & { items: readonly { lavorazione: LavorazioneDemo; wbs: string; prezzo: number }[]; referente: number } {
  const wbs = [0, 1, 2].map((i) => WBS_DEMO[(n + i) % WBS_DEMO.length]!);
  const items = [0, 1, 2, 3].map((i) => {
    const lavorazione = LAVORAZIONI_DEMO[(n + i * 3) % LAVORAZIONI_DEMO.length]!;
    return { lavorazione, wbs: wbs[i % wbs.length]!, prezzo: Math.round(lavorazione.prezzo * (0.88 + (n % 29) / 100) * 100) / 100 };
  });
  return {
    wbs,
    items,
    lavorazioni: items.map(({ lavorazione, wbs: where, prezzo }) => ({ lavorazione: lavorazione.descrizione, wbs: where, prezzo })),
    referente: 1 + (n % REFERENTI_DEMO.length),
  };
}
