import { Download } from 'lucide-react';
import type { DocumentState } from '#contracts/core/documents.ts';
import { may } from '#contracts/core/permissions.ts';
import { personale } from '#contracts/registers/personale.ts';
import { formatScadenza, todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useToday } from '#web/modules/scadenze/kinds.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dot, type DotState } from '#web/ui/feedback/Dot.tsx';
import { documentsOf } from './OutOfDate.tsx';

const DOT: Record<DocumentState, DotState> = { assente: 'absent', presente: 'ok', 'in-scadenza': 'warn', scaduto: 'danger' };

/** Lists all document types of a scanned worker, expired first; files that the person may open can be downloaded. */
export function PersonaleDownloads({ row }: { row: Row }) {
  const def = useToday(personale);
  const identity = useIdentity();
  const { download } = useFileViewer();
  const edits = may(identity, personale.access, 'edit', row.utente);
  const today = todayInRome();
  return (
    <ul className="panel max-w-[1080px]" aria-label="Documenti">
      {documentsOf(row, def).map(({ file, stato, percorso, date }) => {
        const reserved = file.kind === 'document' && file.reserved === true;
        const stored = archiveOf(row)[file.field];
        return (
          <li key={file.field} className="doc doc-plain">
            <Dot state={DOT[stato]} />
            <div className="min-w-0">
              <p className="doc-name">{file.label}</p>
              <p className="doc-file num">
                <span>{percorso ? (reserved && !edits ? 'Riservato' : 'Presente') : 'Nessun file'}</span>
                {date ? (
                  <span>
                    Scadenza {date}, {formatScadenza(date, today)}
                  </span>
                ) : null}
              </p>
            </div>
            {percorso && (!reserved || edits) ? (
              <div className="doc-acts">
                <Button
                  size="sm"
                  plain
                  icon={Download}
                  onClick={() => void download(percorso, stored?.percorso === percorso ? stored.versione : undefined)}
                >
                  Scarica<span className="sr-only"> {file.label}</span>
                </Button>
              </div>
            ) : (
              <span />
            )}
          </li>
        );
      })}
    </ul>
  );
}
