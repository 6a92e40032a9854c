import { useEffect, useRef, useState } from 'react';
import { labelOf } from '#contracts/core/define-register.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { calledTogether } from '#web/ui/inputs/file-kind.ts';
import { FILES_PART } from '../form/draft-keeper.ts';
import { useFormCursor, useFormKeeper, useOpenFields, useOpenRecord } from '../form/form-context.ts';
import { useDraftSource } from '../form/use-draft.ts';
import { useSideRecord } from '../form/use-side-record.ts';
import type { Row } from '../list/columns.ts';
import { fetchOne } from '../register.api.ts';
import { uploadOrKeep } from './upload-to-archive.ts';
import { carriedFiles, carryFiles, dropCarried, type LaidFiles, type ReadyFiles } from './ready-files.ts';
import { sizeOf, type RecordFiles, type Upload } from './use-record-files.ts';
import { useShown } from './use-reread.ts';

/** Files of a form: those of a record go up at once, those of one that is not there yet lie ready and go up with its first save. */
export type FormFiles = RecordFiles & { laid: LaidFiles };

const NONE: ReadyFiles = {};
const STAY = 'Resta tutto pronto nella scheda, da riprovare.';
const chosen = (ready: ReadyFiles): string[] => Object.keys(ready).filter((fieldName) => ready[fieldName]);

/** `fields`: what an upload sends to say where a field's file goes, once the record is there. */
export function useReadyFiles(stored: RecordFiles, fields: (row: Row, fieldName: string) => Readonly<Record<string, string>>): FormFiles {
  const { def, id } = useOpenRecord();
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
  // not while rendering: a second rendering must find them too
  useEffect(() => {
    if (id === null) return;
    const [first] = chosen(carriedFiles(def.path, id) ?? NONE);
    dropCarried(def.path, id);
    // where it can be sent again
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
  /** What lies ready for one field; it stays so, with the reason, when it does not get there. */
  const send = async (row: Row, fieldName: string): Promise<void> => {
    const laid = latest.current[fieldName];
    if (!laid || laid.files.length === 0) return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    const moved = (sent: number, total: number) =>
      setUploads((now) => ({ ...now, [fieldName]: { nome: calledTogether(laid.files), sent, total } }));
    moved(0, sizeOf(laid.files));
    try {
      await uploadOrKeep(laid.files, fields(row, fieldName), { signal, onProgress: moved });
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
      // as the portal has it by now: its matricola may be the portal's own
      const row = await fetchOne(def, key);
      for (const fieldName of names) if (row) await send(row, fieldName);
      const left = names.filter((fieldName) => latest.current[fieldName]);
      if (id !== null) await shown(names.filter((fieldName) => !left.includes(fieldName)));
      if (left.length < names.length)
        snackbar.success(
          names.length - left.length === 1
            ? 'Documento caricato con successo!'
            : `${names.length - left.length} documenti caricati con successo!`,
        );
      if (left.length === 0) return true;
      snackbar.error(left.length === 1 ? 'Un file non è stato caricato' : `${left.length} file non sono stati caricati`, {
        detail: `${left.map((fieldName) => labelOf(def, fieldName)).join(', ')}. ${STAY}`,
      });
    } catch (error) {
      snackbar.error('I file non sono stati caricati', { detail: `${messageOf(error)} ${STAY}` });
    } finally {
      setSaving(false);
    }
    if (id !== null) return false;
    // the record is there: what it lacks is sent again from its own screen
    carryFiles(def.path, key, latest.current);
    return true;
  };
  const names = chosen(ready);
  useSideRecord('file', { dirty: names.length, saving, save: (key) => sendAll(key, chosen(latest.current)) });
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
      put: (part) => {
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
