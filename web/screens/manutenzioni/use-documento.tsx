import { useRef, type ReactNode, type RefObject } from 'react';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { messaggioDi } from '#web/lib/api-client.ts';
import { nomeDi } from '#web/registers/documents/file-name.ts';
import { esiste } from '#web/registers/documents/files.api.ts';
import { useRecordFiles, type RecordFiles } from '#web/registers/documents/use-record-files.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { rifiuto } from '#web/ui/inputs/file-kind.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { DOCUMENTO, impedimento, sheetOf, uploadFields } from './documento.ts';

const MAX_MB = 25;

interface DocumentoManutenzione {
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
export function useDocumento(): DocumentoManutenzione {
  const { id, form, viewer } = useFormContext();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const element = useRef<HTMLInputElement>(null);
  const salvata = sheetOf(form.base);
  const fields = (): Record<string, string> => (salvata ? uploadFields(salvata) : {});
  const raw = useRecordFiles({ def: manutenzioni, id: id ?? '', form, fields });
  const presente = typeof form.base[DOCUMENTO.field] === 'string' ? String(form.base[DOCUMENTO.field]) : null;

  /** Also what another maintenance of the same machine and day has stored. */
  const inArchivio = async (): Promise<string | null> => {
    if (presente) return presente;
    const sheet = id === null ? sheetOf(form.values) : salvata;
    return sheet && (await esiste(sheet.matricola, nomeDi(sheet.percorso))) ? sheet.percorso : null;
  };
  const apri = async () => {
    if (!presente && !(id === null ? sheetOf(form.values) : salvata)) return void snackbar.error('Scegli matricola e data: danno il nome al documento');
    try {
      const percorso = await inArchivio();
      if (percorso) return await viewer.view(percorso);
      snackbar.info('Nessun documento per questa manutenzione');
    } catch (error) {
      snackbar.error('File non aperto', { detail: messaggioDi(error) });
    }
  };
  const upload = async (campo: string, file: File) => {
    try {
      const gia = await inArchivio();
      const text = `Sostituire il documento ${gia ? nomeDi(gia) : ''}?`;
      if (gia && !(await confirm({ title: 'Sostituisci documento', text, detail: 'La versione di prima resta nello storico.', confirmLabel: 'SOSTITUISCI' }))) return;
    } catch (error) {
      return void snackbar.error('Documento non caricato', { detail: messaggioDi(error) });
    }
    viewer.close();
    await raw.upload(campo, file);
  };
  const files: RecordFiles = { ...raw, upload };
  const carica = (file: File | undefined) => {
    const why = file ? rifiuto(file, 'pdf', MAX_MB) : null;
    if (why) snackbar.error('Documento non caricato', { detail: why });
    else if (file) void upload(DOCUMENTO.field, file);
  };
  return {
    files, apri, fermo: impedimento(id, form.base, form.values),
    scegli: () => element.current?.click(),
    input: <FileInput element={element} onFile={carica} />,
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
