import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { ApiError, messaggioDi } from '#web/lib/api-client.ts';
import { nuovaChiave } from '#web/lib/idempotency.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { valuesOf } from './form-state.ts';
import { createRecord, refresh, updateRecord, type Written } from '../register.api.ts';
import type { RegisterFormState } from './use-register-form.ts';

/** The record as somebody else left it while the form was open. */
export interface Conflict {
  values: Values;
  version: number;
  utente: string;
  quando: string | null;
}

export interface SaveMessages {
  created: string;
  changed: string;
  saveError: string;
}

interface SaveOptions {
  def: AnyRegister;
  /** `null` for a new record. */
  id: string | null;
  form: RegisterFormState;
  messages: SaveMessages;
}

interface Save {
  saving: boolean;
  conflict: Conflict | null;
  setConflict(conflict: Conflict | null): void;
  /** Resolves to what was written, `null` when it was refused. With `over`, these changes against that version. */
  save(over?: { changes: Values; version: number }): Promise<Written | null>;
}

export function useSave({ def, id, form, messages }: SaveOptions): Save {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  // the same attempt repeated (no answer came) carries the same key, so that nothing is written twice
  const attempt = useRef({ body: '', key: '' });

  const keyFor = (body: unknown): string => {
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: nuovaChiave() };
    return attempt.current.key;
  };
  const failed = (error: unknown): null => {
    if (error instanceof ApiError && error.status === 409) {
      const found = id === null ? null : conflictOf(def, id, error);
      if (found) { setConflict(found); return null; }
      if (id === null) form.refuse([{ campo: def.key.field, messaggio: error.message }]);
    }
    if (error instanceof ApiError && error.errors.length > 0) form.refuse(error.errors);
    snackbar.error(messages.saveError, { detail: messaggioDi(error) });
    return null;
  };
  const save = async (over?: { changes: Values; version: number }): Promise<Written | null> => {
    const changes = over?.changes ?? (id === null ? newRecord(form.values, form.changes()) : form.changes());
    const against = over?.version ?? form.version;
    setSaving(true);
    try {
      const key = keyFor([changes, against]);
      const written = id === null ? await createRecord(def, changes, key) : await updateRecord(def, id, changes, against ?? 0, key);
      attempt.current = { body: '', key: '' };
      setConflict(null);
      void refresh(client, def);
      snackbar.success(id === null ? messages.created : messages.changed);
      return written;
    } catch (error) {
      return failed(error);
    } finally {
      setSaving(false);
    }
  };
  return { saving, conflict, setConflict, save };
}

/** A new record also sends what it started with: today's date is a value although nobody typed it. */
function newRecord(values: Values, changes: Values): Values {
  const given = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(given);
}

/** What the 409 tells of the other person; nothing where it is about something else (a key already taken). */
export function conflictOf(def: AnyRegister, id: string, { problem }: ApiError): Conflict | null {
  const { attuale, versione, utente, quando } = problem;
  if (typeof versione !== 'number' || typeof attuale !== 'object' || attuale === null) return null;
  return {
    values: { ...valuesOf(def, attuale as Record<string, unknown>), [def.key.field]: def.key.kind === 'sequence' ? Number(id) : id },
    version: versione,
    utente: typeof utente === 'string' ? utente : "un'altra persona",
    quando: typeof quando === 'string' ? quando : null,
  };
}
