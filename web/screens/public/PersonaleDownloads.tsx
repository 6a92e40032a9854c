import { Download } from 'lucide-react';
import { documentState, fileFields, type FileField } from '#contracts/core/documents.ts';
import { may } from '#contracts/core/permissions.ts';
import { DOCUMENT_FIELDS, personale } from '#contracts/registers/personale.ts';
import { formatScadenza, todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dot, type DotState } from '#web/ui/feedback/Dot.tsx';

const FILES = fileFields(personale);
const DOCUMENTS = DOCUMENT_FIELDS.flatMap((field) => FILES.find((file) => file.field === field) ?? []);
const DOT: Record<ReturnType<typeof documentState>, DotState> = {
  assente: 'absent',
  presente: 'ok',
  'in-scadenza': 'warn',
  scaduto: 'danger',
};

/** DOCUMENTI of a badge: every type with its state, a download only where there is a file that this person may open. */
export function PersonaleDownloads({ row }: { row: Row }) {
  const identity = useIdentity();
  const { download } = useFileViewer();
  const edits = may(identity, personale.access, 'edit', row.utente);
  const today = todayInRome();
  return (
    <ul className="panel max-w-[1080px]" aria-label="Documenti">
      {DOCUMENTS.map((file: FileField) => {
        const path = text(row[file.field]);
        const reserved = file.kind === 'document' && file.reserved === true;
        const date = file.kind === 'document' && file.scadenza ? text(row[file.scadenza]) : null;
        const stored = archiveOf(row)[file.field];
        return (
          <li key={file.field} className="doc doc-plain">
            <Dot state={DOT[documentState(path, date, today)]} />
            <div className="min-w-0">
              <p className="doc-name">{file.label}</p>
              <p className="doc-file num">
                <span>{path ? (reserved && !edits ? 'Riservato' : 'Presente') : 'Nessun file'}</span>
                {date ? (
                  <span>
                    Scadenza {date}, {formatScadenza(date, today)}
                  </span>
                ) : null}
              </p>
            </div>
            {path && (!reserved || edits) ? (
              <div className="doc-acts">
                <Button
                  size="sm"
                  plain
                  icon={Download}
                  onClick={() => void download(path, stored?.percorso === path ? stored.versione : undefined)}
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

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
