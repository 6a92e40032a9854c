import type { noleggi } from '#contracts/registers/noleggi.ts';
import type { NameOf } from '#contracts/core/typed-record.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { formatScadenza } from '#web/lib/format.ts';
import { registerColumns, type Row } from '#web/registers/list/columns.ts';
import { dayOf } from '#web/registers/row.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { stateOf } from '#web/registers/documents/document-state.ts';
import { documentsOf } from './noleggi.ts';
import type { DocumentState, FileField } from '#contracts/core/documents.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useOpenFile } from '#web/registers/documents/use-open-file.ts';
import { Dot, type DotState } from '#web/ui/feedback/Dot.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';

const DOT: Record<DocumentState, DotState> = { assente: 'absent', presente: 'ok', 'in-scadenza': 'warn', scaduto: 'danger' };

/** Shows the state of a rental's document; a press opens an existing file in a new window. */
function DotDocument({ row, documento: document }: { row: Row; documento: FileField }) {
  const openFile = useOpenFile();
  const snackbar = useSnackbar();
  const { stato, percorso, date } = stateOf(row, document, dayOf(row));
  const words = [percorso ? 'presente' : 'nessun file', ...(date ? [`scadenza ${date}, ${formatScadenza(date, dayOf(row))}`] : [])].join(
    ', ',
  );
  const name = `${document.label}: ${stato === 'assente' ? 'assente' : words}`;
  if (stato === 'assente') return <Dot state="absent" label={name} />;
  const open = () => {
    const file = archiveOf(row)[document.field];
    if (percorso) void openFile(percorso, file?.percorso === percorso ? file.versione : undefined);
    else snackbar.info(`${document.label}: nessun file`, date ? { detail: `Scadenza ${date}, ${formatScadenza(date, dayOf(row))}` } : {});
  };
  return (
    <button
      type="button"
      className="-m-1 inline-grid place-items-center rounded-full p-1"
      aria-label={`${name}. Apri`}
      title={name}
      onClick={open}
    >
      <Dot state={DOT[stato]} label="" />
    </button>
  );
}

/** Widths in px of all columns except the description, which takes the remaining space. */
const WIDTHS: Readonly<Record<string, number>> = {
  matricola: 100,
  marca: 130,
  modello: 130,
  targa: 104,
  noleggiatore: 190,
} satisfies Partial<Record<NameOf<typeof noleggi>, number>>;
/** Columns hidden on a narrow screen, which keeps the rental firm and the documents. */
const WIDE_ONLY = new Set<string>(['descrizione', 'targa'] satisfies NameOf<typeof noleggi>[]);
const DOT_WIDTH = 52;

/** Columns of the rental list: the register's own, and a dot for each document. */
export const columnsOf = oncePer((def: AnyRegister): readonly GridColumn<Row>[] =>
  registerColumns(def).map((column) => {
    const document = documentsOf(def).find(({ field: fieldName }) => fieldName === column.id);
    if (document) {
      return {
        ...column,
        width: DOT_WIDTH,
        minWidth: 44,
        sortable: false,
        // exports show this word in place of the dot
        value: (row: Row) => stateOf(row, document, dayOf(row)).stato.replace('-', ' '),
        render: (row: Row) => <DotDocument row={row} documento={document} />,
      };
    }
    const width = WIDTHS[column.id];
    return {
      ...column,
      ...(width === undefined ? {} : { width }),
      ...(column.id === 'descrizione' ? { type: 'secondary' as const } : {}),
      ...(WIDE_ONLY.has(column.id) ? { wideOnly: true } : {}),
    };
  }),
);
