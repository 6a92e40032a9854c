import type { ColonnaFoglio, FormatoFile, TipoCella } from './cells.ts';

/** `ACCISE_2026-11-20.xlsx`, without characters that a file system refuses. */
export function nomeFile(titolo: string, data: string, formato: FormatoFile): string {
  return `${titolo.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'elenco'}_${data}.${formato}`;
}

/** Name of a sheet: at most 31 characters, none of those that a reference uses. */
export function nomeFoglio(titolo: string, numero = 1): string {
  const coda = numero === 1 ? '' : ` ${numero}`;
  return ((titolo.replaceAll(/[\\/?*[\]:']/g, ' ').trim() || 'Elenco').slice(0, 31 - coda.length)) + coda;
}

const LARGHEZZE: Record<TipoCella, number> = { testo: 24, numero: 13, euro: 14, data: 12, istante: 18, logico: 8 };

/** In characters; the head has room for its filter arrow. */
export const larghezza = ({ tipo, etichetta }: ColonnaFoglio): number => Math.max(LARGHEZZE[tipo], etichetta.length + 3);

/** A: 0, Z: 25, AA: 26. */
export function letteraColonna(indice: number): string {
  const resto = String.fromCharCode(65 + (indice % 26));
  return indice < 26 ? resto : letteraColonna(Math.floor(indice / 26) - 1) + resto;
}

/** First row stays in sight. */
export const RIGA_FERMA = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
