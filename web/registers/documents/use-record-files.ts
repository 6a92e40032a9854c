import { useRef, useState } from 'react';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { ApiError, messaggioDi } from '#web/lib/api-client.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { RegisterFormState } from '../form/use-register-form.ts';
import { nomeDi } from './file-name.ts';
import { carica, elimina } from './files.api.ts';
import { useReread } from './use-reread.ts';

/** A file on its way. */
export interface Upload {
  nome: string;
  sent: number;
  total: number;
}

export interface RecordFiles {
  uploads: Readonly<Record<string, Upload | undefined>>;
  /** Why the last file of a field was refused. */
  refused: Readonly<Record<string, string | undefined>>;
  refuse(campo: string, why: string | null): void;
  upload(campo: string, file: File): Promise<void>;
  cancel(campo: string): void;
  /** Asks first; true once the file is gone. */
  remove(campo: string): Promise<boolean>;
}

interface RecordFilesOptions {
  def: AnyRegister;
  id: string;
  form: RegisterFormState;
  /** What an upload sends to say where a field's file goes. */
  fields(campo: string): Readonly<Record<string, string>>;
}

/** Uploads and deletions of a record's files; each one moves the record on under the open form. */
export function useRecordFiles({ def, id, form, fields }: RecordFilesOptions): RecordFiles {
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const reread = useReread(def, id, form);
  const [uploads, setUploads] = useState<Record<string, Upload | undefined>>({});
  const [refused, setRefused] = useState<Record<string, string | undefined>>({});
  const running = useRef(new Map<string, AbortController>());
  const refuse = (campo: string, why: string | null) => setRefused((now) => ({ ...now, [campo]: why ?? undefined }));

  const upload = async (campo: string, file: File): Promise<void> => {
    const stop = new AbortController();
    running.current.set(campo, stop);
    refuse(campo, null);
    setUploads((now) => ({ ...now, [campo]: { nome: file.name, sent: 0, total: file.size } }));
    try {
      await carica(file, fields(campo), {
        signal: stop.signal,
        onProgress: (sent, total) => setUploads((now) => ({ ...now, [campo]: { nome: file.name, sent, total } })),
      });
      await reread([campo]);
      snackbar.success('Documento caricato con successo!', { detail: labelOf(def, campo) });
    } catch (error) {
      if (!stop.signal.aborted) refuse(campo, messaggioDi(error));
    } finally {
      running.current.delete(campo);
      setUploads((now) => ({ ...now, [campo]: undefined }));
    }
  };
  const remove = async (campo: string): Promise<boolean> => {
    const percorso = form.base[campo];
    if (typeof percorso !== 'string') return false;
    const text = `Sei sicuro di voler cancellare il documento ${nomeDi(percorso)}?`;
    if (!(await confirm({ title: 'Elimina documento', text, detail: 'La versione di prima resta nello storico.', confirmLabel: 'ELIMINA', danger: true }))) return false;
    const field = def.fields[campo];
    const scadenza = field?.kind === 'document' ? field.scadenza : undefined;
    const taken = scadenza ? [campo, scadenza] : [campo];
    try {
      await elimina(percorso);
      await reread(taken);
      snackbar.success('File Eliminato con successo', { detail: nomeDi(percorso) });
      return true;
    } catch (error) {
      const missing = error instanceof ApiError && error.status === 404;
      const forget = { label: 'Togli dalla scheda', onClick: () => { for (const name of taken) form.set(name, null); } };
      if (missing) snackbar.error('Eliminazione fallita, controllare presenza del file', { detail: nomeDi(percorso), action: forget });
      else snackbar.error('Eliminazione persorso file fallito', { detail: messaggioDi(error) });
      return false;
    }
  };
  return { uploads, refused, refuse, upload, cancel: (campo) => running.current.get(campo)?.abort(), remove };
}
