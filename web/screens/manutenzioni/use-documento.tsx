import { useRef, type ReactNode, type RefObject } from 'react';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';
import { exists } from '#web/registers/documents/files.api.ts';
import { useRecordFiles, type RecordFiles } from '#web/registers/documents/use-record-files.ts';
import { useFormViewer, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { documentRefusal, FILE_KINDS } from '#web/ui/inputs/file-kind.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { DOCUMENT, impediment, sheetOf, uploadFields } from './documento.ts';

const MAX_MB = 25;

interface ManutenzioneDocument {
  files: RecordFiles;
  /** Opens the PDF, if there is one (Documenti manutenzione). */
  open(): Promise<void>;
  /** Lets the person choose the file (Carica documento). */
  choose(): void;
  /** Why no file can be uploaded now. */
  fermo: string | null;
  /** Hidden file input, which must be rendered in the page. */
  input: ReactNode;
}

/** Manages the PDF of a maintenance: one per machine and day. */
export function useDocument(): ManutenzioneDocument {
  const { id } = useOpenRecord();
  const { form } = useOpenFields();
  const viewer = useFormViewer();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const element = useRef<HTMLInputElement>(null);
  const savedSheet = sheetOf(form.base);
  const fields = (): Record<string, string> => (savedSheet ? uploadFields(savedSheet) : {});
  const raw = useRecordFiles({ def: manutenzioni, id: id ?? '', form, fields });
  const present = typeof form.base[DOCUMENT.field] === 'string' ? String(form.base[DOCUMENT.field]) : null;

  /** Returns the path of the PDF, including one stored by another maintenance of the same machine and day. */
  const inArchive = async (): Promise<string | null> => {
    if (present) return present;
    const sheet = id === null ? sheetOf(form.values) : savedSheet;
    return sheet && (await exists(sheet.matricola, nameOf(sheet.percorso))) ? sheet.percorso : null;
  };
  const open = async () => {
    if (!present && !(id === null ? sheetOf(form.values) : savedSheet))
      return void snackbar.error('Scegli matricola e data: danno il nome al documento');
    try {
      const path = await inArchive();
      if (path) return await viewer.view(path);
      snackbar.info('Nessun documento per questa manutenzione');
    } catch (error) {
      snackbar.error('File non aperto', { detail: messageOf(error) });
    }
  };
  const upload = async (fieldName: string, input: File | readonly File[]) => {
    try {
      const already = await inArchive();
      const text = `Sostituire il documento ${already ? nameOf(already) : ''}?`;
      if (
        already &&
        !(await confirm({
          title: 'Sostituisci documento',
          text,
          detail: 'La versione di prima resta nello storico.',
          confirmLabel: 'SOSTITUISCI',
        }))
      )
        return;
    } catch (error) {
      return void snackbar.error('Documento non caricato', { detail: messageOf(error) });
    }
    viewer.close();
    await raw.upload(fieldName, input);
  };
  const files: RecordFiles = { ...raw, upload };
  const uploadSheet = (chosenFiles: readonly File[]) => {
    const why = documentRefusal(chosenFiles, MAX_MB);
    if (why) snackbar.error('Documento non caricato', { detail: why });
    else if (chosenFiles.length > 0) void upload(DOCUMENT.field, chosenFiles);
  };
  return {
    files,
    open,
    fermo: impediment(id, form.base, form.values),
    choose: () => element.current?.click(),
    input: <FileInput element={element} onFiles={uploadSheet} />,
  };
}

function FileInput({ element, onFiles }: { element: RefObject<HTMLInputElement>; onFiles(files: readonly File[]): void }) {
  return (
    <input
      ref={element}
      type="file"
      hidden
      multiple
      accept={FILE_KINDS.documento.accept}
      aria-label="Carica documento"
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}
