import { useQueryClient } from '@tanstack/react-query';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { NetworkError } from '#web/lib/api-error.ts';
import type { Attempts } from '#web/lib/idempotency.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { Conflict } from '../form/conflict.ts';
import type { DraftKeeper } from '../form/draft-keeper.ts';
import { useDeleted } from '../form/use-deleted.ts';
import type { RegisterFormState } from '../form/use-register-form.ts';
import { refresh, type Written } from '../register.api.ts';
import { KEPT } from '../form/kept.ts';
import { recordWrite } from './record-write.ts';
import { sendWrite } from './send-write.ts';
import type { Refusal } from './save-machine.ts';
import { useSaver } from './use-saver.ts';

export interface SaveMessages {
  created: string;
  changed: string;
  saveError: string;
}

/**
 * Returns the sentence for a failed save. Drafts are never sent automatically: their author may be gone, and the
 * record may have changed.
 */
export const whyUnsaved = ({ status, message }: Refusal, kept: boolean, button = 'SALVA'): string =>
  status !== 0
    ? message
    : kept
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
  /** Draft to remove after the write; default: the page removes it. */
  draftName?: string;
}

/** Values to send, or a function that prepares them. */
type Sent = Values | (() => Values | Promise<Values>);

export interface RecordSave {
  saving: boolean;
  conflict: Conflict | null;
  dismiss(): void;
  /** Tells whether the person is still on this page. */
  here(): boolean;
  /** Writes a record; `key` is `null` for a new one, `version` the one read. Resolves to `null` on failure. */
  write(key: string | null, values: Sent, version: number | null): Promise<Written | null>;
  /** Resolves a conflict with my remaining changes; if empty, the other person's record stays. */
  resolve(changes: Values, sent?: Sent): Promise<Written | null>;
}

const valuesToSend = async (values: Sent): Promise<Values> => (typeof values === 'function' ? values() : values);

/** Writes the record of a form and shows the outcome; a version conflict is returned. */
export function useRecordSave({ def, form, messages, attempts, quiet, draft, draftName }: RecordSaveOptions): RecordSave {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const deleted = useDeleted(def, form);
  const { save, resolve, dismiss, here, saving, question } = useSaver({
    send: (write) => sendWrite(def, write),
    keep: () => draft?.writeAll(),
    drop: () => draft?.drop(),
    written: ({ idempotencyKey }) => {
      attempts.answered(idempotencyKey);
      void refresh(client, def);
    },
    saved: ({ key }, done) => {
      if (quiet?.current) return;
      if (done.some(({ kept }) => kept)) snackbar.info(...KEPT);
      else snackbar.success(key === null ? messages.created : messages.changed);
    },
    refused: (refusal, write) => void tellRefusal(refusal, write?.key ?? null),
  });
  const tellRefusal = async (refusal: Refusal, key: string | null): Promise<void> => {
    if (refusal.status === 404 && key !== null && (await deleted(key))) return;
    if (refusal.fields.length > 0) form.refuse(refusal.fields);
    snackbar.error(messages.saveError, { detail: whyUnsaved(refusal, draft !== undefined) });
  };
  const writeOf = async (key: string | null, values: Sent, version: number | null) =>
    recordWrite(attempts, { register: def.path, key, changes: await valuesToSend(values), version, draft: draftName ?? null });
  return {
    saving,
    dismiss,
    here,
    conflict: question?.conflict ?? null,
    write: async (key, values, version) => (await save(async () => [await writeOf(key, values, version)]))?.[0] ?? null,
    resolve: async (changes, sent = changes) => {
      if (!question) return null;
      const { write, conflict } = question;
      const nothingLeft = Object.keys(changes).length === 0;
      const written = await resolve(async () => (nothingLeft ? [] : [await writeOf(write.key, sent, conflict.version)]));
      return written && (written[0] ?? { key: write.key ?? '', version: conflict.version });
    },
  };
}
