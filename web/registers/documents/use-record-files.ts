import { useRef, useState } from 'react';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { calledTogether } from '#web/ui/inputs/file-kind.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { RegisterFormState } from '../form/use-register-form.ts';
import { KEPT } from '../form/kept.ts';
import { nameOf } from './file-name.ts';
import { removeFromArchive } from './files.api.ts';
import { uploadOrKeep } from './upload-to-archive.ts';
import { useShown } from './use-reread.ts';

/** An upload in progress; sizes in bytes. */
export interface Upload {
  nome: string;
  sent: number;
  total: number;
}

export interface RecordFiles {
  uploads: Readonly<Record<string, Upload | undefined>>;
  /** Why the last file of a field was refused. */
  refusals: Readonly<Record<string, string | undefined>>;
  refuse(fieldName: string, why: string | null): void;
  /** Uploads one file, or the photos of a document's pages. */
  upload(fieldName: string, files: File | readonly File[]): Promise<void>;
  cancel(fieldName: string): void;
  /** Asks first; resolves to true once the file is deleted. */
  remove(fieldName: string): Promise<boolean>;
}

/** Returns the total size in bytes. */
export const sizeOf = (files: readonly File[]): number => files.reduce((total, { size }) => total + size, 0);

interface RecordFilesOptions {
  def: AnyRegister;
  id: string;
  form: RegisterFormState;
  /** Returns the form fields that tell an upload where the file of a field goes. */
  fields(fieldName: string): Readonly<Record<string, string>>;
  /** Returns the name of a document in the question before its deletion; default: its file name. */
  called?(fieldName: string): string;
}

/** Uploads and deletes a record's files. Each operation changes the record's version under the open form. */
export function useRecordFiles({ def, id, form, fields, called }: RecordFilesOptions): RecordFiles {
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const shown = useShown(def, id, form);
  const [uploads, setUploads] = useState<Record<string, Upload | undefined>>({});
  const [refusals, setRefusals] = useState<Record<string, string | undefined>>({});
  const running = useRef(new Map<string, AbortController>());
  const refuse = (fieldName: string, why: string | null) => setRefusals((now) => ({ ...now, [fieldName]: why ?? undefined }));

  const upload = async (fieldName: string, input: File | readonly File[]): Promise<void> => {
    const files = [input].flat();
    const nome = calledTogether(files);
    const stop = new AbortController();
    running.current.set(fieldName, stop);
    refuse(fieldName, null);
    setUploads((now) => ({ ...now, [fieldName]: { nome, sent: 0, total: sizeOf(files) } }));
    try {
      const keptOnDevice = await uploadOrKeep(files, fields(fieldName), {
        signal: stop.signal,
        onProgress: (sent, total) => setUploads((now) => ({ ...now, [fieldName]: { nome, sent, total } })),
      });
      if (keptOnDevice) return void snackbar.info(...KEPT);
      await shown([fieldName]);
      snackbar.success('Documento caricato con successo!', { detail: labelOf(def, fieldName) });
    } catch (error) {
      if (!stop.signal.aborted) refuse(fieldName, messageOf(error));
    } finally {
      running.current.delete(fieldName);
      setUploads((now) => ({ ...now, [fieldName]: undefined }));
    }
  };
  const fileFailed = def.messages.fileMissing ?? 'Eliminazione fallita, controllare presenza del file';
  const question = (fieldName: string, path: string): { title: string; text: string } =>
    def.fields[fieldName]?.kind === 'photo'
      ? { title: 'Elimina foto', text: `Sei sicuro di voler cancellare la foto: ${nameOf(path)}?` }
      : { title: 'Elimina documento', text: `Sei sicuro di voler cancellare il documento ${called?.(fieldName) ?? nameOf(path)}?` };
  const remove = async (fieldName: string): Promise<boolean> => {
    const path = form.base[fieldName];
    if (typeof path !== 'string') return false;
    if (
      !(await confirm({
        ...question(fieldName, path),
        detail: 'La versione di prima resta nello storico.',
        confirmLabel: 'ELIMINA',
        danger: true,
      }))
    )
      return false;
    const field = def.fields[fieldName];
    const scadenza = field?.kind === 'document' ? field.scadenza : undefined;
    const fieldNames = scadenza ? [fieldName, scadenza] : [fieldName];
    try {
      await removeFromArchive(path, form.version);
    } catch (error) {
      const missing = error instanceof ApiError && error.status === 404;
      const forget = {
        label: 'Togli dalla scheda',
        onClick: () => {
          for (const name of fieldNames) form.set(name, null);
        },
      };
      if (missing) snackbar.error(fileFailed, { detail: nameOf(path), action: forget });
      else snackbar.error(refusedByRecord(error) ? 'Eliminazione persorso file fallito' : fileFailed, { detail: messageOf(error) });
      // somebody else has changed the record: the form shows its current state
      if (error instanceof ApiError && error.status === 409) await shown([]);
      return false;
    }
    await shown(fieldNames);
    snackbar.success('File Eliminato con successo', { detail: nameOf(path) });
    return true;
  };
  return { uploads, refusals, refuse, upload, cancel: (fieldName) => running.current.get(fieldName)?.abort(), remove };
}

/** Tells whether the record refused to release its file. The record is asked first, so nothing was deleted. */
const refusedByRecord = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;
