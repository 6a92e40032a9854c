import { useRef, type ReactNode, type RefObject } from 'react';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { nameOf } from '#web/registers/documents/file-name.ts';
import { exists } from '#web/registers/documents/files.api.ts';
import { useRecordFiles, type RecordFiles } from '#web/registers/documents/use-record-files.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { refusal } from '#web/ui/inputs/file-kind.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { DOCUMENT, impediment, sheetOf, uploadFields } from './documento.ts';

const MAX_MB = 25;

interface ManutenzioneDocument {
  files: RecordFiles;
  /** Documenti manutenzione: opens the PDF when there is one. */
  apri(): Promise<void>;
  /** Carica documento: asks for the file. */
  scegli(): void;
  /** Why there is no uploading now. */
  fermo: string | null;
  /** The hidden file input; it must stand on the page. */
  input: ReactNode;
}

/** The PDF of a maintenance: one for a machine and a day. */
export function useDocument(): ManutenzioneDocument {
  const { id, form, viewer } = useFormContext();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const element = useRef<HTMLInputElement>(null);
  const saved = sheetOf(form.base);
  const fields = (): Record<string, string> => (saved ? uploadFields(saved) : {});
  const raw = useRecordFiles({ def: manutenzioni, id: id ?? '', form, fields });
  const present = typeof form.base[DOCUMENT.field] === 'string' ? String(form.base[DOCUMENT.field]) : null;

  /** Also what another maintenance of the same machine and day has stored. */
  const inArchive = async (): Promise<string | null> => {
    if (present) return present;
    const sheet = id === null ? sheetOf(form.values) : saved;
    return sheet && (await exists(sheet.matricola, nameOf(sheet.percorso))) ? sheet.percorso : null;
  };
  const open = async () => {
    if (!present && !(id === null ? sheetOf(form.values) : saved)) return void snackbar.error('Scegli matricola e data: danno il nome al documento');
    try {
      const path = await inArchive();
      if (path) return await viewer.view(path);
      snackbar.info('Nessun documento per questa manutenzione');
    } catch (error) {
      snackbar.error('File non aperto', { detail: messageOf(error) });
    }
  };
  const upload = async (fieldName: string, file: File) => {
    try {
      const already = await inArchive();
      const text = `Sostituire il documento ${already ? nameOf(already) : ''}?`;
      if (already && !(await confirm({ title: 'Sostituisci documento', text, detail: 'La versione di prima resta nello storico.', confirmLabel: 'SOSTITUISCI' }))) return;
    } catch (error) {
      return void snackbar.error('Documento non caricato', { detail: messageOf(error) });
    }
    viewer.close();
    await raw.upload(fieldName, file);
  };
  const files: RecordFiles = { ...raw, upload };
  const uploadSheet = (file: File | undefined) => {
    const why = file ? refusal(file, 'pdf', MAX_MB) : null;
    if (why) snackbar.error('Documento non caricato', { detail: why });
    else if (file) void upload(DOCUMENT.field, file);
  };
  return {
    files, apri: open, fermo: impediment(id, form.base, form.values),
    scegli: () => element.current?.click(),
    input: <FileInput element={element} onFile={uploadSheet} />,
  };
}

function FileInput({ element, onFile }: { element: RefObject<HTMLInputElement>; onFile(file: File | undefined): void }) {
  return (
    <input
      ref={element} type="file" hidden accept="application/pdf,.pdf" aria-label="Carica documento"
      onChange={(event) => { onFile(event.target.files?.[0]); event.target.value = ''; }}
    />
  );
}
