import { oggi } from '#web/lib/format.ts';
import { registerColumns, type Row } from '#web/registers/list/columns.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DOCUMENTI, noleggi, statoDi } from './noleggi.ts';
import { PallinoDocumento } from './PallinoDocumento.tsx';

/** All but the description, which takes what is left. */
const LARGHEZZE: Readonly<Record<string, number>> = { matricola: 100, marca: 130, modello: 130, targa: 104, noleggiatore: 190 };
const PALLINO = 52;

/** Columns of the rental list: the register's own, and a dot for each document. */
export const COLONNE: readonly GridColumn<Row>[] = registerColumns(noleggi).map((column) => {
  const documento = DOCUMENTI.find(({ field: campo }) => campo === column.id);
  if (documento) {
    return {
      ...column, width: PALLINO, minWidth: 44, sortable: false,
      // the word an export has in the place of the dot
      value: (row: Row) => statoDi(row, documento, oggi()).stato.replace('-', ' '),
      render: (row: Row) => <PallinoDocumento row={row} documento={documento} />,
    };
  }
  const width = LARGHEZZE[column.id];
  return { ...column, ...(width === undefined ? {} : { width }), ...(column.id === 'descrizione' ? { type: 'secondary' as const } : {}) };
});
