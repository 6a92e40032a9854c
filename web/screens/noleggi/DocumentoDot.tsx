import type { DocumentState, FileField } from '#contracts/core/documents.ts';
import { formatScadenza, todayInRome } from '#web/lib/format.ts';
import { stateOf } from '#web/registers/documents/document-state.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useOpenFile } from '#web/registers/documents/use-open-file.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { Dot, type DotState } from '#web/ui/feedback/Dot.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';

const DOT: Record<DocumentState, DotState> = { assente: 'absent', presente: 'ok', 'in-scadenza': 'warn', scaduto: 'danger' };

/** Shows the state of a rental's document; a press opens an existing file in a new window. */
export function DotDocument({ row, documento: document }: { row: Row; documento: FileField }) {
  const openFile = useOpenFile();
  const snackbar = useSnackbar();
  const { stato, percorso, date } = stateOf(row, document, todayInRome());
  const words = [percorso ? 'presente' : 'nessun file', ...(date ? [`scadenza ${date}, ${formatScadenza(date)}`] : [])].join(', ');
  const name = `${document.label}: ${stato === 'assente' ? 'assente' : words}`;
  if (stato === 'assente') return <Dot state="absent" label={name} />;
  const open = () => {
    const file = archiveOf(row)[document.field];
    if (percorso) void openFile(percorso, file?.percorso === percorso ? file.versione : undefined);
    else snackbar.info(`${document.label}: nessun file`, date ? { detail: `Scadenza ${date}, ${formatScadenza(date)}` } : {});
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
