import { useEffect, useRef, useState } from 'react';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { calledTogether } from '#web/ui/inputs/file-kind.ts';
import { FILES_PART } from '../form/draft-keeper.ts';
import { useFormCursor, useFormKeeper, useOpenFields, useOpenRecord } from '../form/form-context.ts';
import { useDraftSource } from '../form/use-draft.ts';
import { useSideRecord } from '../form/use-side-record.ts';
import type { RowOf } from '../row.ts';
import { fetchOne } from '../register.api.ts';
import { uploadOrKeep } from './upload-to-archive.ts';
import { carriedFiles, carryFiles, dropCarried, type LaidFiles, type ReadyFiles } from './ready-files.ts';
import { sizeOf, type RecordFiles, type Upload } from './use-record-files.ts';
import { useShown } from './use-reread.ts';

/** Files of a form. Files of an existing record are uploaded at once; those of a new record wait for its first save. */
export type FormFiles = RecordFiles & { laid: LaidFiles };

const NONE: ReadyFiles = {};
const STAY = 'Resta tutto pronto nella scheda, da riprovare.';
const readyFields = (ready: ReadyFiles): string[] => Object.keys(ready).filter((fieldName) => ready[fieldName]);

/**
 * Manages the files of a form of `register`. `fields` returns the form fields that tell an upload where the file of a field goes.
 */
export function useReadyFiles<D extends AnyRegister>(
  register: D,
  stored: RecordFiles,
  fields: (row: RowOf<D>, fieldName: string) => Readonly<Record<string, string>>,
): FormFiles {
  const { def, id } = useOpenRecord(register);
  const { form } = useOpenFields();
  const { reveal } = useFormCursor();
  const draft = useFormKeeper();
  const snackbar = useSnackbar();
  const shown = useShown(def, id ?? '', form);
  const [ready, setReady] = useState<ReadyFiles>(() => (id === null ? NONE : (carriedFiles(def.path, id) ?? NONE)));
  const [uploads, setUploads] = useState<Record<string, Upload | undefined>>({});
  const [saving, setSaving] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const latest = useRef(ready);
  latest.current = ready;
  const show = useRef(reveal);
  show.current = reveal;
  // in an effect, because a render may be repeated and the second would not find the carried files
  useEffect(() => {
    if (id === null) return;
    const [first] = readyFields(carriedFiles(def.path, id) ?? NONE);
    dropCarried(def.path, id);
    // show the field where the failed upload can be retried
    if (first !== undefined) show.current(first);
  }, [def, id]);

  const change = (next: ReadyFiles): void => {
    latest.current = next;
    setReady(next);
  };
  const take = (fieldName: string) => change({ ...latest.current, [fieldName]: undefined });
  const lay = async (fieldName: string, files: File | readonly File[]): Promise<void> => {
    stored.refuse(fieldName, null);
    change({ ...latest.current, [fieldName]: { files: [files].flat(), why: null } });
  };
  /** Uploads the files of one field; after a failure they remain, with the reason. */
  const send = async (row: RowOf<D>, fieldName: string): Promise<void> => {
    const laid = latest.current[fieldName];
    if (!laid || laid.files.length === 0) return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    const showProgress = (sent: number, total: number) =>
      setUploads((now) => ({ ...now, [fieldName]: { nome: calledTogether(laid.files), sent, total } }));
    showProgress(0, sizeOf(laid.files));
    try {
      await uploadOrKeep(laid.files, fields(row, fieldName), { signal, onProgress: showProgress });
      take(fieldName);
    } catch (error) {
      change({ ...latest.current, [fieldName]: { ...laid, why: signal.aborted ? 'Caricamento annullato' : messageOf(error) } });
    } finally {
      setUploads((now) => ({ ...now, [fieldName]: undefined }));
    }
  };
  const sendAll = async (key: string, names: readonly string[]): Promise<boolean> => {
    if (names.length === 0) return true;
    setSaving(true);
    try {
      // the portal's row, because its matricola may have been assigned there
      const row = await fetchOne(def, key);
      for (const fieldName of names) if (row) await send(row, fieldName);
      const failedFields = names.filter((fieldName) => latest.current[fieldName]);
      if (id !== null) await shown(names.filter((fieldName) => !failedFields.includes(fieldName)));
      if (failedFields.length < names.length)
        snackbar.success(
          names.length - failedFields.length === 1
            ? 'Documento caricato con successo!'
            : `${names.length - failedFields.length} documenti caricati con successo!`,
        );
      if (failedFields.length === 0) return true;
      snackbar.error(failedFields.length === 1 ? 'Un file non è stato caricato' : `${failedFields.length} file non sono stati caricati`, {
        detail: `${failedFields.map((fieldName) => labelOf(def, fieldName)).join(', ')}. ${STAY}`,
      });
    } catch (error) {
      snackbar.error('I file non sono stati caricati', { detail: `${messageOf(error)} ${STAY}` });
    } finally {
      setSaving(false);
    }
    if (id !== null) return false;
    // the record exists: its own screen offers to retry the missing files
    carryFiles(def.path, key, latest.current);
    return true;
  };
  const names = readyFields(ready);
  useSideRecord('file', { dirty: names.length, saving, save: (key) => sendAll(key, readyFields(latest.current)) });
  useDraftSource(
    draft,
    FILES_PART,
    {
      take: (offered) =>
        names.length === 0
          ? null
          : {
              ...(offered as object),
              ...Object.fromEntries(names.map((fieldName) => [fieldName, calledTogether(ready[fieldName]?.files ?? [])])),
            },
      restore: (part) => {
        for (const [fieldName, name] of Object.entries(part as Record<string, string>))
          stored.refuse(fieldName, `«${name}» va scelto di nuovo`);
      },
    },
    ready,
  );
  const busy = Object.values(uploads).some(Boolean);
  const retry = (fieldName: string) => {
    if (id !== null && !busy) void sendAll(id, [fieldName]);
  };
  return {
    ...stored,
    upload: id === null ? lay : stored.upload,
    uploads: { ...stored.uploads, ...Object.fromEntries(Object.entries(uploads).filter(([, upload]) => upload)) },
    cancel: (fieldName) => {
      if (uploads[fieldName]) stop.current?.abort();
      else stored.cancel(fieldName);
    },
    laid: { ready, take, retry: id === null ? undefined : retry },
  };
}
