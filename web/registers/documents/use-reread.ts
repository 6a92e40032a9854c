import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { valuesOf } from '../form/form-state.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { oneOptions, refresh } from '../register.api.ts';
import type { LoadedRecord, RegisterFormState } from '../form/use-register-form.ts';
import { rebase } from './rebase.ts';

export interface Reread {
  record: LoadedRecord;
  values: Values;
  /** Version just read. That of `record` is an older one if somebody else changed a field with unsaved input, see `rebase`. */
  version: number | null;
}

/**
 * Returns a function that reads the record again after a change from this screen and updates the open form. Unsaved input is kept, except
 * in `changedFields`. Resolves to the updated form, or to `null` if the record no longer exists.
 */
export function useReread(def: AnyRegister, id: string, form: RegisterFormState) {
  const client = useQueryClient();
  // a ref, because the person may type while the file is being uploaded
  const latest = useRef(form);
  latest.current = form;
  return async (changedFields: readonly string[]): Promise<Reread | null> => {
    const row = await client.fetchQuery({ ...oneOptions(def, id), staleTime: 0 });
    void refresh(client, def);
    if (!row) return null;
    const next = rebase(def, latest.current, { values: valuesOf(def, row), version: row.versione }, changedFields);
    latest.current.reset(next.record, next.values);
    return { ...next, version: row.versione };
  };
}

/**
 * Returns a function like that of `useReread`, for use after a successful change. If the record cannot be read, a message asks to reload
 * the page and the result is `undefined`.
 */
export function useShown(def: AnyRegister, id: string, form: RegisterFormState) {
  const snackbar = useSnackbar();
  const reread = useReread(def, id, form);
  return (changedFields: readonly string[]): Promise<Reread | null | undefined> =>
    reread(changedFields).catch((error: unknown) => {
      snackbar.error('La scheda non si è aggiornata: ricaricare la pagina', { detail: messageOf(error) });
      return undefined;
    });
}
