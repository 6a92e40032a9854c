import type { DocumentState } from '#contracts/core/documents.ts';
import { messaggioDi, urlFile } from '#web/lib/api-client.ts';
import { formatScadenza, oggi } from '#web/lib/format.ts';
import { nomeDi } from '#web/registers/documents/file-name.ts';
import { archivioDi, prendi } from '#web/registers/documents/files.api.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { Dot, type DotState } from '#web/ui/feedback/Dot.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { statoDi, type DOCUMENTI } from './noleggi.ts';

const DOT: Record<DocumentState, DotState> = { assente: 'absent', presente: 'ok', 'in-scadenza': 'warn', scaduto: 'danger' };

/** State of one document of a rental; what is there opens in a window of its own. */
export function DocumentoDot({ row, documento }: { row: Row; documento: (typeof DOCUMENTI)[number] }) {
  const apri = useOpenFile();
  const snackbar = useSnackbar();
  const { stato, percorso, date } = statoDi(row, documento, oggi());
  const parole = [percorso ? 'presente' : 'nessun file', ...(date ? [`scadenza ${date}, ${formatScadenza(date)}`] : [])].join(', ');
  const nome = `${documento.label}: ${stato === 'assente' ? 'assente' : parole}`;
  if (stato === 'assente') return <Dot state="absent" label={nome} />;
  const open = () => {
    const file = archivioDi(row)[documento.field];
    if (percorso) void apri(percorso, file?.percorso === percorso ? file.versione : undefined);
    else snackbar.info(`${documento.label}: nessun file`, date ? { detail: `Scadenza ${date}, ${formatScadenza(date)}` } : {});
  };
  return (
    <button type="button" className="-m-1 inline-grid place-items-center rounded-full p-1" aria-label={`${nome}. Apri`} title={nome} onClick={open}>
      <Dot state={DOT[stato]} label="" />
    </button>
  );
}

/** Opens a stored file in a window of its own. */
function useOpenFile(): (percorso: string, versione?: number) => Promise<void> {
  const snackbar = useSnackbar();
  return async (percorso, versione) => {
    // opened at the press: a window opened after an answer is blocked by browsers
    const target = window.open('', '_blank');
    try {
      const name = await prendi(percorso, versione);
      if (target) target.location.href = urlFile(name);
      else snackbar.error('File non aperto', { detail: `Il browser ha bloccato la finestra di ${nomeDi(percorso)}` });
    } catch (error) {
      target?.close();
      snackbar.error('File non aperto', { detail: messaggioDi(error) });
    }
  };
}
