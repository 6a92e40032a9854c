import type { EsitoContabilita } from './result.ts';

/** Names that a job and its files are shown and downloaded under. */
export const TITOLO = 'Contabilità lavoratori';

const number = (numero: number): string => String(numero).padStart(6, '0');

/** `#000123`. */
export const numberForPeople = (numero: number): string => `#${number(numero)}`;

/** `2026-01`, `2026-01_2026-03` or `senza-mese`. */
function monthsInName(mesi: readonly string[]): string {
  const [first = '', last = first] = [mesi[0], mesi.at(-1)];
  if (first === '') return 'senza-mese';
  return first === last ? first : `${first}_${last}`;
}

/** `01/2026` of `2026-01`. */
export function monthForPeople(competenza: string): string {
  return competenza === '' ? '' : `${competenza.slice(5)}/${competenza.slice(0, 4)}`;
}

/** `01/2026`, `01/2026-03/2026` or nothing. Months in order, without the empty one. */
export function monthsForPeople(mesi: readonly string[]): string {
  const [first = '', last = first] = [mesi[0], mesi.at(-1)];
  return first === last ? monthForPeople(first) : `${monthForPeople(first)}-${monthForPeople(last)}`;
}

export type TipoFileContabilita = 'cartella' | 'prima_nota' | 'anomalie';

/** The name a finished file is downloaded under. */
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
  /** Only of a finished job. */
  esito?: EsitoContabilita | null;
  mesi?: readonly string[];
  /** Entries of level ERRORE. */
  errori?: number;
  messaggio?: string | null;
  /** The same two files had been run before. */
  ripetuta?: boolean | undefined;
}

/** The text that says how a job ended also to a client that knows three states alone. */
export function taskName({ numero, esito, mesi = [], errori = 0, messaggio, ripetuta }: StatoPerNome): string {
  const con = (mezzo: string) => `${TITOLO}${mezzo} ${numberForPeople(numero)}${ripetuta ? ' ripetuta' : ''}`;
  if (!esito) return con('');
  if (esito === 'errore') return `${con('')} - ERRORE: ${(messaggio ?? '').replace(/\.$/, '')}`;
  const periodo = monthsForPeople(mesi);
  const nome = con(periodo === '' ? '' : ` ${periodo}`);
  return esito === 'anomalie' ? `${nome} - DA VERIFICARE (${errori})` : nome;
}
