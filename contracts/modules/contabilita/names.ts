import type { EsitoContabilita } from './result.ts';

/** Title of the accounting jobs, with which their displayed names begin. */
export const TITOLO = 'Contabilità lavoratori';

const number = (numero: number): string => String(numero).padStart(6, '0');

/** Formats the number of a run: `#000123`. */
export const numberForPeople = (numero: number): string => `#${number(numero)}`;

/** Returns the part of a file name for the months: `2026-01`, `2026-01_2026-03` or `senza-mese`. */
function monthsInName(mesi: readonly string[]): string {
  const [first = '', last = first] = [mesi[0], mesi.at(-1)];
  if (first === '') return 'senza-mese';
  return first === last ? first : `${first}_${last}`;
}

/** Formats a month `2026-01` as `01/2026`; an empty text stays empty. */
export function monthForPeople(competenza: string): string {
  return competenza === '' ? '' : `${competenza.slice(5)}/${competenza.slice(0, 4)}`;
}

/** Formats the first and last of sorted months: `01/2026`, `01/2026-03/2026`, or an empty text without months. */
export function monthsForPeople(mesi: readonly string[]): string {
  const [first = '', last = first] = [mesi[0], mesi.at(-1)];
  return first === last ? monthForPeople(first) : `${monthForPeople(first)}-${monthForPeople(last)}`;
}

export type TipoFileContabilita = 'cartella' | 'prima_nota' | 'anomalie';

/** Returns the name under which a result file is downloaded. */
export function fileContabilita(
  tipo: TipoFileContabilita,
  { numero, mesi, importabile }: { numero: number; mesi: readonly string[]; importabile: boolean },
): string {
  const tail = `${monthsInName(mesi)}_${number(numero)}`;
  if (tipo === 'cartella') return `contabilita_lavoratori_${tail}.xlsx`;
  if (tipo === 'anomalie') return `anomalie_${tail}.csv`;
  return `prima_nota_${importabile ? '' : 'BOZZA_'}${tail}.csv`;
}

export const errorFile = (numero: number): string => `errore_contabilita_lavoratori_${number(numero)}.xlsx`;

export interface StatoPerNome {
  numero: number;
  /** Outcome of the job; only set for a finished job. */
  esito?: EsitoContabilita | null;
  mesi?: readonly string[];
  /** Number of anomalies of level ERRORE. */
  errori?: number;
  messaggio?: string | null;
  /** True if the same two files were processed before. */
  ripetuta?: boolean | undefined;
}

/** Returns the job's displayed name with its outcome, for clients that know only three states of a job. */
export function taskName({ numero, esito, mesi = [], errori = 0, messaggio, ripetuta }: StatoPerNome): string {
  const con = (mezzo: string) => `${TITOLO}${mezzo} ${numberForPeople(numero)}${ripetuta ? ' ripetuta' : ''}`;
  if (!esito) return con('');
  if (esito === 'errore') return `${con('')} - ERRORE: ${(messaggio ?? '').replace(/\.$/, '')}`;
  const periodo = monthsForPeople(mesi);
  const nome = con(periodo === '' ? '' : ` ${periodo}`);
  return esito === 'anomalie' ? `${nome} - DA VERIFICARE (${errori})` : nome;
}
