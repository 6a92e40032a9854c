import type { personale } from '#contracts/registers/personale.ts';
import type { NameOf } from '#contracts/core/typed-record.ts';
import type { FileField } from '#contracts/core/documents.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { registerColumns } from '#web/registers/list/columns.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { NOTHING_KNOWN, type DocumentRules, type WorkerRow } from './document-rules.ts';
import { Exceptions, Missing, notAskedWord } from './Exceptions.tsx';
import { DocumentSquare } from './DocumentSquare.tsx';
import { documentsOf, exceptionsOf, seenOf, shortLabel, stateWord } from './documents.ts';
import { dayOf } from '#web/registers/row.ts';

const WIDTHS: Readonly<Record<string, number>> = {
  matricola: 92,
  nome: 86,
  cognome: 108,
  descrizione: 128,
  luogo: 92,
  data_inizio: 108,
  data_fine: 108,
  data_nascita: 108,
} satisfies Partial<Record<NameOf<typeof personale>, number>>;
const FROZEN = new Set<string>(['matricola', 'nome', 'cognome'] satisfies NameOf<typeof personale>[]);
const SECONDARY = new Set<string>(['luogo', 'data_inizio', 'data_fine', 'data_nascita'] satisfies NameOf<typeof personale>[]);
/** Columns hidden on a narrow screen, which keeps the name and the documents. */
const WIDE_ONLY = new Set<string>([...SECONDARY, 'descrizione' satisfies NameOf<typeof personale>]);

interface PersonaleColumns {
  /** Columns of the full view: the worker, frozen, and a square for each document under its group's heading. */
  columns: readonly GridColumn<WorkerRow>[];
  /** Columns of the compact view: each worker with only the documents out of order. */
  compact: readonly GridColumn<WorkerRow>[];
}

/** Returns the columns for the current document kinds. */
export const columnsOf = oncePer((rules: DocumentRules): PersonaleColumns => {
  const files = new Map(documentsOf(rules.def).map((file) => [file.field, file]));
  const columns = registerColumns(rules.def).map((column): GridColumn<WorkerRow> => {
    const file = files.get(column.id);
    if (file) return squareColumn(column, file, rules);
    const width = WIDTHS[column.id];
    return {
      ...column,
      ...(width === undefined ? {} : { width }),
      ...(FROZEN.has(column.id) ? { frozen: true } : {}),
      ...(SECONDARY.has(column.id) ? { type: 'secondary' as const } : {}),
      ...(WIDE_ONLY.has(column.id) ? { wideOnly: true } : {}),
    };
  });
  return { columns, compact: compactColumns(columns, rules) };
});

function squareColumn(column: GridColumn<WorkerRow>, file: FileField, rules: DocumentRules): GridColumn<WorkerRow> {
  return {
    ...column,
    label: shortLabel(file),
    width: 24,
    sortable: false,
    upright: true,
    group: file.kind === 'document' ? (file.group ?? '') : '',
    // exports show this word in place of the square
    value: (row) => stateWord(seenOf(row, file, dayOf(row), rules)),
    render: (row) => <DocumentSquare row={row} file={file} rules={rules} />,
  };
}

const names = (files: readonly FileField[]): string => files.map(shortLabel).join(', ');

const compactColumns = (columns: readonly GridColumn<WorkerRow>[], rules: DocumentRules): GridColumn<WorkerRow>[] => [
  ...columns.filter(({ id }) => FROZEN.has(id) || id === 'descrizione'),
  {
    id: 'scaduti',
    label: 'Scaduti',
    width: 270,
    sortable: false,
    value: (row) => names(exceptionsOf(row, dayOf(row), rules).scaduti.map(({ file }) => file)),
    render: (row) => <Exceptions row={row} group="scaduti" rules={rules} />,
  },
  {
    id: 'in_scadenza',
    label: 'Entro 30 giorni',
    width: 270,
    sortable: false,
    value: (row) => names(exceptionsOf(row, dayOf(row), rules).inScadenza.map(({ file }) => file)),
    render: (row) => <Exceptions row={row} group="inScadenza" rules={rules} />,
  },
  {
    id: 'mancanti',
    label: 'Mancanti',
    minWidth: 240,
    sortable: false,
    value: (row) => {
      const { missing, notAsked } = exceptionsOf(row, dayOf(row), rules);
      return [...missing.map(shortLabel), ...notAskedWord(notAsked)].join(', ');
    },
    render: (row) => <Missing row={row} rules={rules} />,
  },
];

export const { columns: COLUMNS, compact: COMPACT_COLUMNS } = columnsOf(NOTHING_KNOWN);
