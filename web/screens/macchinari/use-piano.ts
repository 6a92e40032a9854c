import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { api } from '#web/lib/api-client.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { valuesOf } from '#web/registers/form/form-state.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { refresh } from '#web/registers/register.api.ts';
import { useFormKeeper, useOpenRecord } from '#web/registers/form/form-context.ts';
import { useDraftSource } from '#web/registers/form/use-draft.ts';
import { useSideRecord } from '#web/registers/form/use-side-record.ts';
import { recordWrite, type RecordWrite } from '#web/registers/save/record-write.ts';
import type { SendResult } from '#web/registers/save/save-machine.ts';
import { sendWrite } from '#web/registers/save/send-write.ts';
import { whyUnsaved } from '#web/registers/save/use-record-save.ts';
import { useSaver } from '#web/registers/save/use-saver.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { toSave, pianoRows, withWritten, type ToSave, type PianoRow, type EditedPiano, type StoredRow } from './piano.ts';

const NONE: readonly never[] = [];

export type Piano = ReturnType<typeof usePiano>;

/** Edits the maintenance plan of a machine. Changes are saved by the plan's own button, or with a new machine. */
export function usePiano() {
  const { id: matricola } = useOpenRecord();
  const draft = useFormKeeper();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const attempts = useAttempts();
  const [editedPiano, setEditedPiano] = useState<EditedPiano>({});
  /** Rows being saved, by the idempotency key of their attempt. */
  const sentRows = useRef(new Map<string, ToSave>());
  /** The plan is saved with a new machine: no message and no conflict are shown for the plan. */
  const withMachine = useRef(false);
  const query = useQuery({
    queryKey: registerKeys.list(manutMacchinari.path, { matricola }),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: StoredRow[] }>(`/api/${manutMacchinari.path}`, { query: { matricola }, signal })).data,
    enabled: matricola !== null,
  });
  const rows = useMemo(() => pianoRows(query.data ?? NONE), [query.data]);
  const pending = useMemo(() => toSave(editedPiano), [editedPiano]);
  const forget = (componente: string) => setEditedPiano((now) => ({ ...now, [componente]: undefined }));

  /** Treats a refused creation as a conflict if somebody else has created the row meanwhile. */
  const conflictOfCreation = async (write: RecordWrite, answer: SendResult): Promise<SendResult> => {
    if (withMachine.current || write.key !== null || answer.is !== 'refused' || answer.refusal.status !== 409) return answer;
    const row = (await query.refetch()).data?.find((one) => one.componente === write.changes['componente']);
    if (!row) return answer;
    const conflict = { values: valuesOf(manutMacchinari, row), version: row.versione, utente: row.utente, quando: null };
    return { is: 'conflict', key: String(row[manutMacchinari.key.field]), conflict, message: answer.refusal.message };
  };
  const saver = useSaver({
    send: async (write) => conflictOfCreation(write, await sendWrite(manutMacchinari, write)),
    keepDraft: draft.writeAll,
    onWritten: ({ idempotencyKey }) => {
      attempts.markAnswered(idempotencyKey);
      const row = sentRows.current.get(idempotencyKey);
      if (row) forget(row.base.componente);
    },
    onSaved: () => {
      if (!withMachine.current) snackbar.success(manutMacchinari.messages.changed);
    },
    onRefused: (refusal) => {
      if (!withMachine.current) snackbar.error(manutMacchinari.messages.saveError, { detail: whyUnsaved(refusal, { hasDraft: false }) });
    },
  });
  const { openConflict, saving } = saver;
  const conflictingRow = openConflict && sentRows.current.get(openConflict.write.idempotencyKey);

  const writeOf = (
    machine: string,
    row: ToSave,
    { changes, key, version }: Pick<RecordWrite, 'changes' | 'key' | 'version'> = {
      changes: row.valori,
      key: row.base.id,
      version: row.base.versione,
    },
  ) => {
    const write = recordWrite(attempts, {
      register: manutMacchinari.path,
      key,
      changes: key === null ? { matricola: machine, componente: row.base.componente, ...changes } : changes,
      version,
      draft: null,
    });
    sentRows.current.set(write.idempotencyKey, row);
    return write;
  };
  /** Reads the plan again, and the machine, whose maintenance flag may have changed. */
  const reread = () => void Promise.all([refresh(client, manutMacchinari), refresh(client, macchinari)]);
  /** Saves the rows one after the other. A refused row ends the save; earlier rows stay saved. */
  const save = async (): Promise<boolean> => {
    if (matricola === null || saving) return false;
    const results = await saver.save(() => pending.map((row) => writeOf(matricola, row)));
    reread();
    return results !== null;
  };
  /** Applies the own changes to the row that somebody else saved. */
  const resolve = async (changes: RecordWrite['changes']): Promise<void> => {
    if (matricola === null || !openConflict || !conflictingRow) return;
    const { write, conflict } = openConflict;
    const nothing = Object.keys(changes).length === 0;
    await saver.resolve(() =>
      nothing ? [] : [writeOf(matricola, conflictingRow, { changes, key: write.key, version: conflict.version })],
    );
    if (nothing) forget(conflictingRow.base.componente);
    else reread();
  };
  /** Saves the rows of a new machine; a failure here does not fail the machine's save (part 1, section 8). */
  const saveWith = async (key: string): Promise<boolean> => {
    if (matricola !== null) return pending.length === 0 || save();
    withMachine.current = true;
    for (const row of pending) await saver.save(() => [writeOf(key, row)]);
    withMachine.current = false;
    return true;
  };
  useDraftSource(
    draft,
    manutMacchinari.path,
    {
      take: (offered) => (pending.length === 0 ? null : { ...(offered as EditedPiano | undefined), ...editedPiano }),
      restore: (part) => setEditedPiano((now) => ({ ...(part as EditedPiano), ...now })),
    },
    editedPiano,
  );
  useSideRecord(manutMacchinari.path, { dirty: pending.length, saving, apart: true, save: saveWith });
  return {
    righe: rows,
    scritti: editedPiano,
    conflict: openConflict && conflictingRow ? { riga: conflictingRow, conflict: openConflict.conflict } : null,
    saving,
    save,
    resolve,
    pending,
    loading: matricola !== null && query.isPending,
    error: query.isError && !query.data ? query.error : null,
    retry: () => void query.refetch(),
    write: (planRow: PianoRow, column: Parameters<typeof withWritten>[2], value: string | number | null) =>
      setEditedPiano((now) => withWritten(now, planRow, column, value)),
    closeConflict: saver.dismiss,
  };
}
