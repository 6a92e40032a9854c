/** A value on its way into a spreadsheet, the same whether the browser or a worker writes the file. */
export type TipoCella = 'testo' | 'numero' | 'euro' | 'data' | 'istante' | 'logico';
export type Grezzo = string | number | boolean | null | undefined;
export const FORMATI_FILE = ['xlsx', 'csv'] as const;
export type FormatoFile = (typeof FORMATI_FILE)[number];

export interface ColonnaFoglio {
  etichetta: string;
  tipo: TipoCella;
  /** Of a number; 0 for whole ones. */
  decimali?: number | undefined;
}

export type Formato = 'generale' | 'intero' | 'decimale' | 'euro' | 'data' | 'istante';
/** `null`: empty. */
export type Cella = { testo: string } | { numero: number; formato: Formato } | null;

/** As spreadsheets write them. */
export const FORMATI: Readonly<Record<Formato, string>> = {
  generale: 'General', intero: '#,##0', decimale: '#,##0.00##', euro: '"€" #,##0.00', data: 'yyyy-mm-dd', istante: 'yyyy-mm-dd hh:mm',
};

const GIORNO = 86_400_000;
const MAX_TESTO = 32_767;
const ROMA = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
});

export function cella(colonna: ColonnaFoglio, valore: Grezzo): Cella {
  if (valore === null || valore === undefined || valore === '') return null;
  if (typeof valore === 'boolean' || colonna.tipo === 'logico') return { testo: siNo(valore) };
  if (typeof valore === 'number') return { numero: valore, formato: formatoNumero(colonna) };
  const numero = colonna.tipo === 'data' ? giornoSeriale(valore) : colonna.tipo === 'istante' ? istanteSeriale(valore) : null;
  return numero === null ? { testo: testoFoglio(valore) } : { numero, formato: colonna.tipo === 'data' ? 'data' : 'istante' };
}

/** A field of a csv; `null`: empty. Italian spreadsheets read a comma in decimals. */
export function campoCsv(colonna: ColonnaFoglio, valore: Grezzo): string | null {
  if (valore === null || valore === undefined || valore === '') return null;
  if (typeof valore === 'boolean' || colonna.tipo === 'logico') return siNo(valore);
  if (typeof valore === 'number') return String(valore).replace('.', ',');
  return innocuo(colonna.tipo === 'istante' ? (oraDiRoma(valore) ?? valore) : valore);
}

/** For papaparse, in the browser and in the worker alike: texts are always quoted. */
export const opzioniCsv = (colonne: readonly ColonnaFoglio[]) => ({
  delimiter: ';', newline: '\r\n', quotes: colonne.map(({ tipo }) => tipo === 'testo' || tipo === 'logico'),
});

/** Tells spreadsheets that it is UTF-8. */
export const BOM = '\uFEFF';

/** A text that a spreadsheet would run as a formula is quoted with an apostrophe. */
export function innocuo(testo: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(testo) ? `'${testo}` : testo;
}

/** What a cell can hold: no control characters, no half characters, nothing a spreadsheet would decode. */
export function testoFoglio(testo: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it takes out
  const pulito = testo.replaceAll('\r\n', '\n').replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '').toWellFormed();
  const letterale = pulito.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return letterale.length <= MAX_TESTO ? letterale : letterale.slice(0, MAX_TESTO - 1).toWellFormed().replace(/\uFFFD$/, '');
}

/** Days since 1899-12-30, as spreadsheets count; `null` for what is no date, or one they count otherwise. */
export function giornoSeriale(testo: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(testo) || testo < '1900-03-01') return null;
  const giorni = Math.round((Date.parse(`${testo}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / GIORNO);
  return Number.isNaN(giorni) ? null : giorni;
}

/** The same for an instant, with the time of day in Rome. */
export function istanteSeriale(testo: string): number | null {
  const ora = oraDiRoma(testo);
  return ora === null ? null : (Date.parse(`${ora.replace(' ', 'T')}Z`) - Date.UTC(1899, 11, 30)) / GIORNO;
}

/** "2026-11-20 09:12:33". */
function oraDiRoma(testo: string): string | null {
  const quando = new Date(testo);
  return Number.isNaN(quando.getTime()) ? null : ROMA.format(quando);
}

function formatoNumero({ tipo, decimali }: ColonnaFoglio): Formato {
  if (tipo === 'euro') return 'euro';
  if (tipo !== 'numero') return 'generale';
  return decimali === 0 ? 'intero' : 'decimale';
}

const siNo = (valore: Grezzo): string => (valore === true || valore === 1 || valore === '1' ? 'sì' : 'no');
