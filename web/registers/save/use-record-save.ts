import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { NetworkError } from '#web/lib/api-error.ts';
import type { Attempts } from '#web/lib/idempotency.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { Conflict } from '../form/conflict.ts';
import type { DraftKeeper } from '../form/draft-keeper.ts';
import { useDeleted } from '../form/use-deleted.ts';
import type { RegisterFormState } from '../form/use-register-form.ts';
import { refresh, type WriteResult } from '../register.api.ts';
import { KEPT } from '../form/kept.ts';
import { recordWrite } from './record-write.ts';
import { sendWrite } from './send-write.ts';
import { useUndoChange } from './use-undo-change.ts';
import type { Refusal } from './save-machine.ts';
import { useSaver } from './use-saver.ts';

export interface SaveMessages {
  created: string;
  changed: string;
  saveError: string;
}

/**
 * Returns the sentence for a failed save. It asks to press again, since drafts are never sent by themselves: their author may be gone, and the
 * record may have changed.
 */
export const whyUnsaved = ({ status, message }: Refusal, { hasDraft, button = 'SALVA' }: { hasDraft: boolean; button?: string }): string =>
  status !== 0
    ? message
    : hasDraft
      ? `Il portale non ha risposto: non risulta salvato. La bozza è su questo dispositivo: quando torna la rete premi di nuovo ${button}.`
      : new NetworkError().message;

interface RecordSaveOptions {
  def: AnyRegister;
  form: RegisterFormState;
  messages: SaveMessages;
  attempts: Attempts;
  /** Suppresses the success message, because the screen itself shows the success. */
  quiet?: { readonly current: boolean };
  /** Stores unsaved input on the device. */
  draft?: DraftKeeper;
  /** False if the write is only part of what the person saved: then the message has no ANNULLA. */
  undoable?: boolean;
  /** Draft to remove after the write; default: the page removes it. */
  draftToRemove?: string;
}

/** Values to send, or a function that prepares them. */
type SaveValues = Values | (() => Values | Promise<Values>);

export interface RecordSave {
  saving: boolean;
  conflict: Conflict | null;
  dismiss(): void;
  /** Tells whether the person is still on this page. */
  isMounted(): boolean;
  /** Writes a record; `key` is `null` for a new one, `version` the one read. Resolves to `null` on failure. */
  write(key: string | null, values: SaveValues, version: number | null): Promise<WriteResult | null>;
  /**
   * Resolves a conflict with my remaining changes; if empty, the other person's record stays. `values`: what is sent, if it is prepared from
   * them.
   */
  resolve(changes: Values, values?: SaveValues): Promise<WriteResult | null>;
}

const valuesToSend = async (values: SaveValues): Promise<Values> => (typeof values === 'function' ? values() : values);

const valuesBefore = (base: Values, changes: Values): Values =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, base[name] ?? null]));

/** Writes the record of a form and shows the outcome, with a button that undoes a change; a version conflict is returned. */
export function useRecordSave({
  def,
  form,
  messages,
  attempts,
  quiet,
  draft,
  draftToRemove,
  undoable = true,
}: RecordSaveOptions): RecordSave {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const deleted = useDeleted(def, form);
  const undo = useUndoChange(def);
  /** The values that the write under way replaces; `null` if the form has not read them. */
  const replaced = useRef<Values | null>(null);
  const { save, resolve, dismiss, isMounted, saving, openConflict } = useSaver({
    send: (write) => sendWrite(def, write),
    keepDraft: () => draft?.writeAll(),
    dropDraft: () => draft?.drop(),
    onWritten: ({ idempotencyKey }) => {
      attempts.markAnswered(idempotencyKey);
      void refresh(client, def);
    },
    onSaved: ({ key }, done) => {
      if (quiet?.current) return;
      const [result] = done;
      if (done.some(({ keptOnDevice }) => keptOnDevice)) snackbar.info(...KEPT);
      else if (key === null) snackbar.success(messages.created);
      else snackbar.success(messages.changed, { action: result && replaced.current ? undo(result, replaced.current) : undefined });
    },
    onRefused: (refusal, write) => void showRefusal(refusal, write?.key ?? null),
  });
  const showRefusal = async (refusal: Refusal, key: string | null): Promise<void> => {
    if (refusal.status === 404 && key !== null && (await deleted(key))) return;
    if (refusal.fields.length > 0) form.refuse(refusal.fields);
    snackbar.error(messages.saveError, { detail: whyUnsaved(refusal, { hasDraft: draft !== undefined }) });
  };
  const writeOf = async (key: string | null, values: SaveValues, version: number | null) => {
    const changes = await valuesToSend(values);
    replaced.current = undoable && key !== null && version === form.version ? valuesBefore(form.base, changes) : null;
    return recordWrite(attempts, { register: def.path, key, changes, version, draft: draftToRemove ?? null });
  };
  return {
    saving,
    dismiss,
    isMounted,
    conflict: openConflict?.conflict ?? null,
    write: async (key, values, version) => (await save(async () => [await writeOf(key, values, version)]))?.[0] ?? null,
    resolve: async (changes, values = changes) => {
      if (!openConflict) return null;
      const { write, conflict } = openConflict;
      const nothingLeft = Object.keys(changes).length === 0;
      const results = await resolve(async () => (nothingLeft ? [] : [await writeOf(write.key, values, conflict.version)]));
      return results && (results[0] ?? { key: write.key ?? '', version: conflict.version });
    },
  };
}
