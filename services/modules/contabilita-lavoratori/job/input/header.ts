import type { InputFile } from '#contracts/modules/contabilita/result.ts';
import { Fault } from '../fault.ts';
import { CAMPI, normaliseHeader, type Campo } from './header-synonyms.ts';
import { linesOf, readRecords } from './records.ts';

export interface Header {
  separatore: string;
  /** Number of the line in the file on which the header begins. */
  riga: number;
  /** Normalised cells, without trailing blank cells. */
  names: string[];
  /** Number of cells, with trailing blank cells. */
  width: number;
  /** Column positions of the fields in use. */
  columns: Partial<Record<Campo, number>>;
  /** Names of all other columns as written, in file order. */
  ignored: string[];
  /** All cells of the header row as written. */
  labels: string[];
}

const SEPARATORS = [';', '\t', '|', ','];
const LOOKED_AT = 20;
/** Fields whose column may occur twice; the first one is used. */
const TEXTS: ReadonlySet<Campo> = new Set(['nominativo', 'cognome', 'nome', 'descrizione_conto', 'descrizione_commessa']);

type FieldColumns = ReadonlyMap<Campo, number>;

/**
 * Finds the header by trying each separator in turn; `pieces` returns the text from its beginning. Throws `Fault` if no header is found.
 */
export function findHeader(file: InputFile, pieces: () => Iterable<string>): Header {
  const broken: Fault[] = [];
  let best: string[] | null = null;
  for (const separator of SEPARATORS) {
    try {
      for (const { row, riga } of firstRecords(pieces(), separator)) {
        const absent = missing(file, fieldsOf(file, row));
        if (absent.length === 0) return columnsOf(file, row, riga, separator);
        if (best === null || absent.length < best.length) best = absent;
      }
    } catch (error) {
      if (!(error instanceof Fault) || error.codice !== 'VIRGOLETTE_NON_VALIDE') throw error;
      broken.push(error);
    }
  }
  // Quotes are unbalanced with every separator, so the quotes are the fault.
  if (broken[0] && broken.length === SEPARATORS.length) throw broken[0];
  if (best === null) throw new Fault('FILE_VUOTO');
  throw new Fault('INTESTAZIONE_NON_TROVATA', { quale: REQUIRED[file].join(', '), mancano: best.join(', ') });
}

/** Returns true if the text has the header of that kind of file. */
export function looksLike(file: InputFile, pieces: () => Iterable<string>): boolean {
  try {
    findHeader(file, pieces);
    return true;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.codice === 'COLONNA_DUPLICATA';
  }
}

function* firstRecords(pieces: Iterable<string>, separator: string): Generator<{ row: string[]; riga: number }> {
  let recordCount = 0;
  for (const { rows, line, multiline } of readRecords(pieces, separator)) {
    let riga = line;
    for (const row of rows) {
      if (row.some((cell) => cell.trim() !== '')) {
        yield { row, riga };
        recordCount += 1;
        if (recordCount === LOOKED_AT) return;
      }
      riga += multiline ? linesOf(row) : 1;
    }
  }
}

/** Returns the first column of each field. */
function fieldsOf(file: InputFile, row: readonly string[]): FieldColumns {
  const fieldColumns = new Map<Campo, number>();
  for (const [i, cell] of row.entries()) {
    const campo = CAMPI[file].get(normaliseHeader(cell));
    if (campo && !fieldColumns.has(campo)) fieldColumns.set(campo, i);
  }
  return fieldColumns;
}

const REQUIRED: Readonly<Record<InputFile, string[]>> = {
  bilMovDip: ['matricola', 'conto', 'dare (oppure importo)'],
  ripartizioni: ['matricola', 'commessa', 'ore (oppure percentuale)'],
};

function missing(file: InputFile, found: FieldColumns): string[] {
  const [, second = '', third = ''] = REQUIRED[file];
  const none = (...campi: Campo[]) => !campi.some((campo) => found.has(campo));
  const amounts = none('dare') && (none('importo') || !none('avere'));
  const absent =
    file === 'bilMovDip'
      ? [none('conto') && second, amounts && third]
      : [none('commessa', 'centro_costo') && second, none('percentuale', 'ore') && third];
  return [none('matricola') && 'matricola', ...absent].filter((name): name is string => name !== false);
}

function columnsOf(file: InputFile, row: readonly string[], riga: number, separator: string): Header {
  const names = row.map(normaliseHeader);
  const fieldColumns = fieldsOf(file, row);
  for (const [i, name] of names.entries()) {
    const campo = CAMPI[file].get(name);
    if (campo && fieldColumns.get(campo) !== i && !TEXTS.has(campo))
      throw new Fault('COLONNA_DUPLICATA', { riga, quale: row[i]?.trim() ?? '' });
  }
  const usedColumns = usedOf(file, fieldColumns);
  const indices = new Set(usedColumns.values());
  const ignored = row.filter((cell, i) => cell.trim() !== '' && !indices.has(i)).map((cell) => cell.trim());
  const last = row.findLastIndex((cell) => cell.trim() !== '');
  return {
    separatore: separator,
    riga,
    names: names.slice(0, last + 1),
    width: row.length,
    columns: Object.fromEntries(usedColumns),
    ignored,
    labels: row.map((cell) => cell.trim()),
  };
}

/** Returns the columns in use, without fields that a preferred field replaces. */
function usedOf(file: InputFile, fieldColumns: FieldColumns): Map<Campo, number> {
  const usedColumns = new Map(fieldColumns);
  const drop = (...campi: Campo[]) => campi.forEach((campo) => usedColumns.delete(campo));
  if (fieldColumns.has('nominativo')) drop('cognome', 'nome');
  if (fieldColumns.has('competenza') || !fieldColumns.has('mese') || !fieldColumns.has('anno')) drop('mese', 'anno');
  if (file === 'bilMovDip') drop('centro_costo');
  else if (fieldColumns.has('commessa')) drop('centro_costo');
  if (fieldColumns.has('dare')) drop('importo', 'segno');
  return usedColumns;
}
