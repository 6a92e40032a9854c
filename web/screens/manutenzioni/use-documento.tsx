import { useRef, type ReactNode, type RefObject } from 'react';
import { messaggioDi } from '#web/lib/api-client.ts';
import { nomeDi } from '#web/registri/documenti/file-name.ts';
import { esiste } from '#web/registri/documenti/files.api.ts';
import { useFileViewer, type FileViewer } from '#web/registri/documenti/use-file-viewer.ts';
import { useRecordFiles, type RecordFiles } from '#web/registri/documenti/use-record-files.ts';
import type { RegisterFormState } from '#web/registri/use-register-form.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { rifiuto } from '#web/ui/file-kind.ts';
import { useSnackbar } from '#web/ui/snackbar.tsx';
import { campiCaricamento, DOCUMENTO, impedimento, manutenzioni, schedaDi } from './documento.ts';

const MAX_MB = 25;

interface DocumentoManutenzione {
  files: RecordFiles;
  viewer: FileViewer;
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
export function useDocumento(id: string | null, form: RegisterFormState): DocumentoManutenzione {
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const element = useRef<HTMLInputElement>(null);
  const viewer = useFileViewer();
  const salvata = schedaDi(form.base);
  const fields = (): Record<string, string> => (salvata ? campiCaricamento(salvata) : {});
  const files = useRecordFiles({ def: manutenzioni, id: id ?? '', form, fields });
  const presente = typeof form.base[DOCUMENTO.campo] === 'string' ? String(form.base[DOCUMENTO.campo]) : null;

  const apri = async () => {
    if (presente) return viewer.view(presente);
    const scheda = id === null ? schedaDi(form.values) : salvata;
    if (!scheda) return void snackbar.error('Scegli matricola e data: danno il nome al documento');
    try {
      if (await esiste(scheda.matricola, nomeDi(scheda.percorso))) return await viewer.view(scheda.percorso);
      snackbar.info('Nessun documento per questa manutenzione', { detail: nomeDi(scheda.percorso) });
    } catch (error) {
      snackbar.error('File non aperto', { detail: messaggioDi(error) });
    }
  };
  const carica = async (file: File | undefined) => {
    if (!file) return;
    const why = rifiuto(file, 'pdf', MAX_MB);
    if (why) return void snackbar.error('Documento non caricato', { detail: why });
    if (presente) {
      const text = `Sostituire il documento ${nomeDi(presente)}?`;
      if (!(await confirm({ title: 'Sostituisci documento', text, detail: 'La versione di prima resta nello storico.', confirmLabel: 'SOSTITUISCI' }))) return;
    }
    viewer.close();
    await files.upload(DOCUMENTO.campo, file);
  };
  return {
    files, viewer, apri, fermo: impedimento(id, form.base, form.values),
    scegli: () => element.current?.click(),
    input: <FileInput element={element} onFile={(file) => void carica(file)} />,
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
