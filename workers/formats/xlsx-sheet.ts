import type { Cella, ColonnaFoglio, Formato } from '#contracts/export/cells.ts';
import { larghezza, letteraColonna, RIGA_FERMA } from '#contracts/export/file.ts';
import { INTESTAZIONE, SPREADSHEET, xml } from './xlsx-xml.ts';

/** Order of the styles in styles.xml. */
export const STILI: readonly Formato[] = ['generale', 'intero', 'decimale', 'euro', 'data', 'istante'];
const STILE = new Map(STILI.map((formato, indice) => [formato, indice]));

export interface ScrittoreFoglio {
  inizio(): string;
  righe(righe: readonly (readonly Cella[])[]): string;
  fine(): string;
  /** `A1:H101`: head and rows written so far. */
  area(): string;
}

/** The XML of one sheet, piece by piece: nothing of it is kept. */
export function foglio(colonne: readonly ColonnaFoglio[]): ScrittoreFoglio {
  const lettere = colonne.map((_, indice) => letteraColonna(indice));
  let scritte = 0;
  const riga = (celle: readonly Cella[]): string => {
    scritte += 1;
    return `<row r="${scritte}">${celle.map((c, i) => (c === null ? '' : cellaXml(`${lettere[i]}${scritte}`, c))).join('')}</row>`;
  };
  const area = () => `A1:${lettere.at(-1)}${scritte}`;
  return {
    inizio: () => `${INTESTAZIONE}<worksheet xmlns="${SPREADSHEET}"><sheetViews><sheetView workbookViewId="0">${RIGA_FERMA}</sheetView></sheetViews><cols>${
      colonne.map((c, i) => `<col min="${i + 1}" max="${i + 1}" width="${larghezza(c)}" customWidth="1"/>`).join('')
    }</cols><sheetData>${riga(colonne.map(({ etichetta }) => ({ testo: etichetta })))}`,
    righe: (righe) => righe.map(riga).join(''),
    fine: () => `</sheetData><autoFilter ref="${area()}"/></worksheet>`,
    area,
  };
}

function cellaXml(posto: string, cella: NonNullable<Cella>): string {
  if ('testo' in cella) return `<c r="${posto}" t="inlineStr"><is><t xml:space="preserve">${xml(cella.testo)}</t></is></c>`;
  return `<c r="${posto}" s="${STILE.get(cella.formato)}"><v>${cella.numero}</v></c>`;
}
