import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { NetworkError } from '#web/lib/api-error.ts';
import { useAttempts, type Attempts } from '#web/lib/idempotency.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { createRecord, refresh, updateRecord, type Written } from '../register.api.ts';
import { conflictOf, type Conflict } from './conflict.ts';
import { useDeleted } from './use-deleted.ts';
import type { RegisterFormState } from './use-register-form.ts';

export interface SaveMessages {
  created: string;
  changed: string;
  saveError: string;
}

/** Nothing is sent by itself later: who wrote it may have gone, and the record may have moved on. */
const UNSENT =
  'Il portale non ha risposto: non risulta salvato. La bozza è su questo dispositivo: quando torna la rete premi di nuovo SALVA.';

interface SaveOptions {
  def: AnyRegister;
  form: RegisterFormState;
  messages: SaveMessages;
  /** The screen itself shows that it went well. */
  quiet?: { readonly current: boolean };
  /** Kept with the draft; default: its own, forgotten with the page. */
  attempts?: Attempts;
  /** What is typed is kept on the device. */
  kept?: boolean;
}

interface Save {
  saving: boolean;
  conflict: Conflict | null;
  setConflict(conflict: Conflict | null): void;
  /** Both resolve to what was written, `null` when it was refused. */
  create(values: Values): Promise<Written | null>;
  /** `version`: the one that was read. */
  update(key: string, changes: Values, version: number): Promise<Written | null>;
}

/** Writes a record and says how it went; another person's change becomes a conflict. */
export function useSave({ def, form, messages, quiet, attempts: given, kept = false }: SaveOptions): Save {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const own = useAttempts();
  const attempts = given ?? own;
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const deleted = useDeleted(def, form);
  const refused = async (key: string | null, error: unknown): Promise<void> => {
    if (error instanceof ApiError && error.status === 404 && key !== null && (await deleted(key))) return;
    if (error instanceof ApiError && error.status === 409) {
      const found = key === null ? null : conflictOf(def, key, error.problem);
      if (found) return setConflict(found);
      if (key === null) form.refuse([{ campo: def.key.field, messaggio: error.message }]);
    }
    if (error instanceof ApiError && error.errors.length > 0) form.refuse(error.errors);
    snackbar.error(messages.saveError, { detail: kept && error instanceof NetworkError ? UNSENT : messageOf(error) });
  };
  const write = async (key: string | null, values: Values, version: number): Promise<Written | null> => {
    const attempt = [key, values, version];
    setSaving(true);
    try {
      const idempotencyKey = attempts.keyFor(attempt);
      const written =
        key === null ? await createRecord(def, values, idempotencyKey) : await updateRecord(def, key, values, version, idempotencyKey);
      attempts.answered(attempt);
      setConflict(null);
      void refresh(client, def);
      if (!quiet?.current) snackbar.success(key === null ? messages.created : messages.changed);
      return written;
    } catch (error) {
      // not waited for: SALVA is free again while the person reads
      void refused(key, error);
      return null;
    } finally {
      setSaving(false);
    }
  };
  return { saving, conflict, setConflict, create: (values) => write(null, values, 0), update: write };
}
