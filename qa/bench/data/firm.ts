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
  /** Days of production on a site, and their lines, over ten years. */
  headers: number;
  /** Years of them that are loaded, the last ones. */
  years: number;
  /** Machines whose documents are in the archive: ten of two megabytes each. */
  documented: number;
}

export const YEARS = 10;
export const LINES_PER_HEADER = 4;
/** The day after the last one of production. */
export const END = '2026-11-01';
const DAYS = 3650;

/** At scale 1: 5,000 machines, 50,000 maintenance records, 1,000 workers, 1,000,000 lines; some 2.5 million events. */
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
/** The day that a header of production is of: they follow each other, as many each day. */
export const dayOf = (header: number, { headers }: Size): string => addDays(END, Math.floor((header * DAYS) / headers) - DAYS);
/** The first header of the years that are loaded. */
export const firstHeader = ({ headers, years }: Size): number => Math.round(headers * (1 - years / YEARS));

export const OPERATORS = OPERATORI_DEMO.flatMap((name) => ['', ' (A)', ' (B)', ' (C)'].map((suffix) => `${name}${suffix}`));

/** Makes a site's parts: three wbs, four work items at their own prices. */
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
