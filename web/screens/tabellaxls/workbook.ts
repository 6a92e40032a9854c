import { utils, write, type CellObject, type WorkSheet } from 'xlsx';
import { dateSerial } from '#web/ui/grid/export.ts';
import type { Cella, Sheet } from './sheet.ts';

/** The bytes of an .xlsx. Large to load: import it when it is asked for. */
export function scriviFoglio({ nome, righe, titoli, larghezze }: Sheet): ArrayBuffer {
  const sheet: WorkSheet = {};
  righe.forEach((riga, r) => riga.forEach((cella, c) => {
    if (cella) sheet[utils.encode_cell({ r, c })] = oggetto(cella);
  }));
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: righe.length - 1, c: larghezze.length - 1 } });
  sheet['!cols'] = larghezze.map((wch) => ({ wch }));
  sheet['!merges'] = titoli.map((r) => ({ s: { r, c: 0 }, e: { r, c: larghezze.length - 1 } }));
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, nome);
  return write(book, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true }) as ArrayBuffer;
}

/** Texts carry the type of texts, so that no spreadsheet takes one for a formula. */
function oggetto(cella: NonNullable<Cella>): CellObject {
  if ('numero' in cella) return { t: 'n', v: cella.numero };
  if ('testo' in cella) return { t: 's', v: cella.testo };
  const serial = dateSerial(cella.giorno);
  return serial === null ? { t: 's', v: cella.giorno } : { t: 'n', v: serial, z: 'yyyy-mm-dd' };
}
