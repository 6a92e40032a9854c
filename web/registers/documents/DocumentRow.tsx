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

/** One document of a record: state, file, expiry, and what can be done with it. */
export function DocumentRow({ campo, rights, form, archivio: archive, files, viewer, opens, onRenew }: DocumentRowProps) {
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
  const closed = opens?.(campo) === false;
  return (
    <li {...dropProps} className={clsx('doc', !scadenza && !upload && 'doc-plain')} data-campo={name}>
      <Dot
        state={upload ? 'run' : laid ? 'queue' : DOT[documentState(path, date, todayInRome())]}
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
              file={file}
              refused={files?.refused[name]}
              editing={editing}
              onRename={(next) => form.set(name, next)}
              onEdited={() => setEditing(false)}
              onView={closed ? undefined : view}
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
              closed={closed}
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

/** Lies over the whole row, and says into which slot the file will go; the row below keeps its elements, on which the drag counts. */
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
  /** Reserved: it is there, and this person does not open it. */
  closed: boolean;
  onDownload(): void;
  onView(): void;
  /** The document stands in the side panel now. */
  viewed: boolean;
  /** Its renewal, and what there was. */
  onRenew?: (() => void) | undefined;
  onRename?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** What can be done with a document that is there. */
function DocumentActions({ label, closed, onDownload, onView, viewed, onRenew, onRename, onRemove }: DocumentActionsProps) {
  return (
    <div className="doc-acts">
      {closed ? (
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
