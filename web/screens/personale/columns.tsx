import type { FileField } from '#contracts/core/documents.ts';
import { personale } from '#contracts/registers/personale.ts';
import { todayInRome } from '#web/lib/format.ts';
import { stateOf } from '#web/registers/documents/document-state.ts';
import { registerColumns, type Row } from '#web/registers/list/columns.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { Exceptions, Missing } from './Exceptions.tsx';
import { DocumentSquare } from './DocumentSquare.tsx';
import { DOCUMENTS, exceptionsOf, shortLabel } from './documents.ts';

const WIDTHS: Readonly<Record<string, number>> = {
  matricola: 92,
  nome: 86,
  cognome: 108,
  descrizione: 128,
  luogo: 92,
  data_inizio: 108,
  data_fine: 108,
  data_nascita: 108,
};
const FROZEN = new Set(['matricola', 'nome', 'cognome']);
const SECONDARY = new Set(['luogo', 'data_inizio', 'data_fine', 'data_nascita']);
/** A narrow screen keeps who it is and the documents: what makes a row red is in sight, or next to it. */
const WIDE_ONLY = new Set([...SECONDARY, 'descrizione']);
const OWN = registerColumns(personale);
const BY_FIELD = new Map<string, FileField>(DOCUMENTS.map((file) => [file.field, file]));

/** The list's columns: who it is, frozen, and a square for each document under the head of its group. */
export const COLUMNS: readonly GridColumn<Row>[] = OWN.map((column) => {
  const file = BY_FIELD.get(column.id);
  if (file) return squareColumn(column, file);
  const width = WIDTHS[column.id];
  return {
    ...column,
    ...(width === undefined ? {} : { width }),
    ...(FROZEN.has(column.id) ? { frozen: true } : {}),
    ...(SECONDARY.has(column.id) ? { type: 'secondary' as const } : {}),
    ...(WIDE_ONLY.has(column.id) ? { wideOnly: true } : {}),
  };
});

function squareColumn(column: GridColumn<Row>, file: FileField): GridColumn<Row> {
  return {
    ...column,
    label: shortLabel(file),
    width: 24,
    sortable: false,
    upright: true,
    group: file.kind === 'document' ? (file.group ?? '') : '',
    // the word an export has in the place of the square
    value: (row) => stateOf(row, file, todayInRome()).stato.replace('-', ' '),
    render: (row) => <DocumentSquare row={row} file={file} />,
  };
}

const names = (files: readonly FileField[]): string => files.map(shortLabel).join(', ');

/** The compact view: of each worker only what is out of order. */
export const COMPACT_COLUMNS: readonly GridColumn<Row>[] = [
  ...COLUMNS.filter(({ id }) => FROZEN.has(id) || id === 'descrizione'),
  {
    id: 'scaduti',
    label: 'Scaduti',
    width: 270,
    sortable: false,
    value: (row) => names(exceptionsOf(row, todayInRome()).scaduti.map(({ file }) => file)),
    render: (row) => <Exceptions row={row} which="scaduti" />,
  },
  {
    id: 'in_scadenza',
    label: 'Entro 30 giorni',
    width: 270,
    sortable: false,
    value: (row) => names(exceptionsOf(row, todayInRome()).inScadenza.map(({ file }) => file)),
    render: (row) => <Exceptions row={row} which="inScadenza" />,
  },
  {
    id: 'mancanti',
    label: 'Mancanti',
    minWidth: 240,
    sortable: false,
    value: (row) => names(exceptionsOf(row, todayInRome()).missing),
    render: (row) => <Missing row={row} />,
  },
];
