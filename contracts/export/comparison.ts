import type { AnyRegister } from '../core/define-register.ts';
import type { ChangedField, ChangedRecord } from '../core/comparison.ts';
import { showValue } from '../core/history-in-words.ts';
import type { Raw } from './cells.ts';
import type { ListRequest } from '../jobs/esporta-elenco.ts';
import { plain, type ExportableColumn, type ReadRow } from './column.ts';
import { exportableList, type ExportableList } from './lists.ts';

/** A line of an exported comparison: a record, with one of its changed fields where it has any. */
interface ComparisonLine {
  id: string | number;
  nome: string;
  tipo: string;
  campo: string | null;
  prima: string | null;
  dopo: string | null;
  utente: string | null;
  quando: string | null;
}

const of = (make: (line: ComparisonLine) => Raw) => (row: ReadRow) => make(row as unknown as ComparisonLine);

/** Columns of an exported comparison. */
export const COMPARISON_COLUMNS: ReadonlyMap<string, ExportableColumn> = new Map<string, ExportableColumn>([
  ['id', { label: 'Codice', type: 'testo', value: of((line) => String(line.id)) }],
  ['nome', { label: 'Nome', type: 'testo', value: of((line) => line.nome) }],
  ['tipo', { label: 'Che cosa', type: 'testo', value: of((line) => line.tipo) }],
  ['campo', { label: 'Campo', type: 'testo', value: of((line) => line.campo) }],
  ['prima', { label: 'Prima', type: 'testo', value: of((line) => line.prima) }],
  ['dopo', { label: 'Dopo', type: 'testo', value: of((line) => line.dopo) }],
  ['utente', { label: 'Chi', type: 'testo', value: of((line) => line.utente) }],
  ['quando', { label: 'Quando', type: 'istante', value: of((line) => line.quando) }],
]);

/** Returns the list that a comparison of a register's list is exported as. */
const comparisonList = ({ title, many }: ExportableList): ExportableList => ({
  title: `CONFRONTO ${title}`,
  many: `confronto ${many}`,
  columns: COMPARISON_COLUMNS,
});

/** Columns that a list as of an instant has besides its own: when and by whom a record was deleted since. */
const DELETION_COLUMNS: ReadonlyMap<string, ExportableColumn> = new Map<string, ExportableColumn>([
  [
    'eliminato_il',
    {
      label: 'Eliminato il',
      type: 'istante',
      value: ({ eliminato_il }) => (eliminato_il as Date | null | undefined)?.toISOString() ?? null,
    },
  ],
  ['eliminato_da', { label: 'Eliminato da', type: 'testo', value: ({ eliminato_da }) => plain(eliminato_da) }],
]);

/** Returns the list that a request names: as of today, as of an instant, or the comparison of two instants. `def`: as for `exportableList`. */
export function requestedList(
  catalogue: Parameters<typeof exportableList>[0],
  { tabella, al, confronto }: Pick<ListRequest, 'tabella' | 'al' | 'confronto'>,
  def?: AnyRegister,
): ExportableList | undefined {
  const list = exportableList(catalogue, tabella, def);
  if (list && confronto) return comparisonList(list);
  return list && al !== undefined ? { ...list, columns: new Map([...list.columns, ...DELETION_COLUMNS]) } : list;
}

/** Returns the lines of changed records: one for each changed field, and one for a record that was added or removed. */
export const comparisonLines = (def: AnyRegister, records: readonly ChangedRecord[]): ReadRow[] =>
  records.flatMap(({ campi, ...record }): ReadRow[] =>
    campi.length === 0
      ? [{ ...record, campo: null, prima: null, dopo: null, utente: null, quando: null }]
      : campi.map(({ campo, etichetta, prima, dopo, utente, quando }) => ({
          ...record,
          campo: etichetta,
          prima: inWords(def, campo, prima),
          dopo: inWords(def, campo, dopo),
          utente,
          quando,
        })),
  );

const inWords = (def: AnyRegister, name: string, value: ChangedField['prima']): string => {
  const field = def.fields[name];
  return showValue(field?.kind ?? 'chiave', field, value).text;
};
