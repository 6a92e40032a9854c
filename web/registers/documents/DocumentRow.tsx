import clsx from 'clsx';
import { CalendarSync, Download, Eye, Lock, Pencil, Trash2, Upload as UploadIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { documentState, type FileField, type RecordFile, type DocumentState } from '#contracts/core/documents.ts';
import { todayInRome } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dot, type DotState } from '#web/ui/feedback/Dot.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { documentRefusal, FILE_KINDS } from '#web/ui/inputs/file-kind.ts';
import { useFileDrop } from '#web/ui/inputs/use-file-drop.ts';
import { DocumentExpiry } from './DocumentExpiry.tsx';
import { DocumentName } from './DocumentName.tsx';
import { DocumentProgress } from './DocumentProgress.tsx';
import { ReadyActions, ReadyName } from './ReadyRow.tsx';
import type { DocumentRights, DocumentsForm } from './document-types.ts';

const DOT: Record<DocumentState, DotState> = { assente: 'absent', presente: 'ok', 'in-scadenza': 'warn', scaduto: 'danger' };
const MAX_MB = 25;

interface DocumentRowProps extends DocumentsForm {
  campo: FileField;
  rights: DocumentRights;
}

/** Shows one document of a record: state, file, expiry and actions. */
export function DocumentRow({ campo, rights, form, archivio: archive, files, viewer, opens, absence, onRenew }: DocumentRowProps) {
  const [editing, setEditing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { field: name, label } = campo;
  const base = text(form.base[name]);
  const path = text(form.values[name]);
  const scadenza = campo.kind === 'document' ? campo.scadenza : undefined;
  const date = scadenza ? text(form.values[scadenza]) : null;
  const upload = files?.uploads[name];
  const laid = base === null ? files?.laid?.ready[name] : undefined;
  const free = rights.upload && files !== null && base === null && !upload && !laid;
  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0 || !files) return;
    const why = documentRefusal(chosen, MAX_MB);
    files.refuse(name, why);
    if (!why) void files.upload(name, chosen);
  };
  const { over, dropProps } = useFileDrop(take, !free);
  const file: RecordFile | undefined = archive[name];
  const version = file?.percorso === base ? file?.versione : undefined;
  const remove = async () => {
    if (files && (await files.remove(name)) && viewer.viewed?.percorso === base) viewer.close();
  };
  const view = () => {
    if (base) void viewer.view(base, version);
  };
  const isRestricted = opens?.(campo) === false;
  const state = documentState(path, date, todayInRome());
  const absent = state === 'assente' ? absence?.(campo) : undefined;
  return (
    <li {...dropProps} className={clsx('doc', !scadenza && !upload && 'doc-plain')} data-campo={name}>
      <Dot
        state={upload ? 'run' : laid ? 'queue' : absent === 'non richiesto' ? 'none' : DOT[state]}
        {...(upload ? { label: 'In caricamento' } : laid ? { label: 'Pronto' } : {})}
      />
      {upload ? (
        <DocumentProgress etichetta={label} upload={upload} onCancel={() => files?.cancel(name)} />
      ) : (
        <>
          {laid ? (
            <ReadyName label={label} file={laid} />
          ) : (
            <DocumentName
              label={label}
              percorso={path}
              base={base}
              absent={absent}
              file={file}
              refusal={files?.refusals[name]}
              editing={editing}
              onRename={(next) => form.set(name, next)}
              onEdited={() => setEditing(false)}
              onView={isRestricted ? undefined : view}
            />
          )}
          {scadenza ? (
            <DocumentExpiry
              nome={label}
              campo={scadenza}
              value={date}
              onChange={(next) => form.set(scadenza, next)}
              disabled={!rights.scadenza}
            />
          ) : null}
          {base ? (
            <DocumentActions
              label={label}
              isRestricted={isRestricted}
              onView={view}
              viewed={viewer.viewed?.percorso === base}
              onDownload={() => void viewer.download(base, version)}
              onRenew={onRenew && (() => onRenew(campo))}
              onRename={rights.rinomina && path ? () => setEditing(true) : undefined}
              onRemove={rights.remove && files ? () => void remove() : undefined}
            />
          ) : laid && files?.laid ? (
            <ReadyActions label={label} campo={name} laid={files.laid} />
          ) : free ? (
            <div className="doc-acts">
              <Button
                size="sm"
                plain
                icon={UploadIcon}
                title={`${FILE_KINDS.documento.name}, fino a ${MAX_MB} MB`}
                onClick={() => input.current?.click()}
              >
                Carica<span className="sr-only"> {label}</span>
              </Button>
              <span className="ml-1 self-center text-label text-ink-3 md:hidden">{FILE_KINDS.documento.name}</span>
              <input
                ref={input}
                type="file"
                hidden
                multiple
                accept={FILE_KINDS.documento.accept}
                aria-label={`File, ${label}`}
                onChange={(event) => {
                  take([...(event.target.files ?? [])]);
                  event.target.value = '';
                }}
              />
            </div>
          ) : (
            <span />
          )}
        </>
      )}
      {over ? <DropTarget etichetta={label} /> : null}
    </li>
  );
}

/**
 * Covers the row during a drag and names the field that the file will go into. The row's elements stay below,
 * because the drag events count on them.
 */
function DropTarget({ etichetta }: { etichetta: string }) {
  return (
    <div className="doc doc-plain doc-drop !absolute inset-0 pointer-events-none">
      <UploadIcon className="icon text-accent-ink" aria-hidden />
      <div className="min-w-0">
        <p className="doc-name text-accent-ink">Rilascia per caricare in «{etichetta}»</p>
        <p className="doc-file !text-accent-ink">
          <span>
            {FILE_KINDS.documento.name}, fino a {MAX_MB} MB
          </span>
        </p>
      </div>
    </div>
  );
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

interface DocumentActionsProps {
  label: string;
  /** The document is reserved: this person sees its row but may not open the file. */
  isRestricted: boolean;
  onDownload(): void;
  onView(): void;
  /** The document is open in the side panel. */
  viewed: boolean;
  /** Opens the document's renewal with its earlier versions. */
  onRenew?: (() => void) | undefined;
  onRename?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** Actions of a document that has a file. */
function DocumentActions({ label, isRestricted, onDownload, onView, viewed, onRenew, onRename, onRemove }: DocumentActionsProps) {
  return (
    <div className="doc-acts">
      {isRestricted ? (
        <span className="inline-flex items-center gap-1.5 text-label text-ink-3" title="Lo apre solo chi può modificare la scheda">
          <Lock className="icon-sm" aria-hidden />
          Riservato
        </span>
      ) : (
        <>
          <IconButton size="sm" icon={Download} label={`Scarica ${label}`} onClick={onDownload} />
          <IconButton size="sm" icon={Eye} label={`Visualizza ${label}`} aria-pressed={viewed} onClick={onView} />
        </>
      )}
      {onRenew ? <IconButton size="sm" icon={CalendarSync} label={`Rinnovo e validità di ${label}`} onClick={onRenew} /> : null}
      {onRename ? <IconButton size="sm" icon={Pencil} label={`Rinomina ${label}`} onClick={onRename} /> : null}
      {onRemove ? (
        <IconButton
          size="sm"
          icon={Trash2}
          variant="danger-ghost"
          className="!text-ink-3 hover:!text-danger-ink"
          label={`Elimina ${label}`}
          onClick={onRemove}
        />
      ) : null}
    </div>
  );
}
