import { noleggi } from '#contracts/registers/noleggi.ts';
import { oggi } from '#web/lib/format.ts';
import { registerColumns, type Row } from '#web/registers/list/columns.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DOCUMENTI, statoDi } from './noleggi.ts';
import { DocumentoDot } from './DocumentoDot.tsx';

/** All but the description, which takes what is left. */
const WIDTHS: Readonly<Record<string, number>> = { matricola: 100, marca: 130, modello: 130, targa: 104, noleggiatore: 190 };
const DOT_WIDTH = 52;

/** Columns of the rental list: the register's own, and a dot for each document. */
export const COLUMNS: readonly GridColumn<Row>[] = registerColumns(noleggi).map((column) => {
  const documento = DOCUMENTI.find(({ field: campo }) => campo === column.id);
  if (documento) {
    return {
      ...column, width: DOT_WIDTH, minWidth: 44, sortable: false,
      // the word an export has in the place of the dot
      value: (row: Row) => statoDi(row, documento, oggi()).stato.replace('-', ' '),
      render: (row: Row) => <DocumentoDot row={row} documento={documento} />,
    };
  }
  const width = WIDTHS[column.id];
  return { ...column, ...(width === undefined ? {} : { width }), ...(column.id === 'descrizione' ? { type: 'secondary' as const } : {}) };
});
