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
}

/**
 * Reads the record again after something changed it from this screen, and puts the open form over
 * it without losing what is typed. Resolves to the form as it now is, `null` when there is no record.
 */
export function useReread(def: AnyRegister, id: string, form: RegisterFormState) {
  const client = useQueryClient();
  // a file takes its time: what is typed meanwhile must not be lost
  const latest = useRef(form);
  latest.current = form;
  return async (taken: readonly string[]): Promise<Reread | null> => {
    const row = await client.fetchQuery({ ...oneOptions(def, id), staleTime: 0 });
    void refresh(client, def);
    if (!row) return null;
    const next = rebase(def, latest.current, { values: valuesOf(def, row), version: row.versione }, taken);
    latest.current.reset(next.record, next.values);
    return next;
  };
}

/** The same after something that is done: told, and `undefined`, where the form cannot show it. */
export function useShown(def: AnyRegister, id: string, form: RegisterFormState) {
  const snackbar = useSnackbar();
  const reread = useReread(def, id, form);
  return (taken: readonly string[]): Promise<Reread | null | undefined> =>
    reread(taken).catch((error: unknown) => {
      snackbar.error('La scheda non si è aggiornata: ricaricare la pagina', { detail: messageOf(error) });
      return undefined;
    });
}
