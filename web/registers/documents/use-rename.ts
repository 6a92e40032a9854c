import { fileFields } from '#contracts/core/documents.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { messaggioDi } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { changedValues } from '../form/form-state.ts';
import type { Prepare } from '../form/use-form-actions.ts';
import type { RegisterFormState } from '../form/use-register-form.ts';
import { nomeSbagliato, rinominati } from './file-name.ts';
import { rinomina } from './files.api.ts';
import { useReread } from './use-reread.ts';

/** Files whose name was edited by hand are renamed before the record is saved. */
export function useRename(def: AnyRegister, id: string | null, form: RegisterFormState, failed: string): Prepare {
  const snackbar = useSnackbar();
  const reread = useReread(def, id ?? '', form);
  return async () => {
    const names = rinominati(fileFields(def).map(({ field: campo }) => campo), form.base, form.values);
    if (id === null || names.length === 0) return null;
    const bad = names.map(({ from, to }) => nomeSbagliato(to, from)).find((why) => why !== null);
    if (bad) {
      snackbar.error(failed, { detail: bad });
      return false;
    }
    try {
      await rinomina(names);
      const next = await reread(names.map(({ campo }) => campo));
      return next && { values: next.values, changes: changedValues(def, next.record.values, next.values), version: next.record.version ?? 0 };
    } catch (error) {
      snackbar.error(failed, { detail: messaggioDi(error) });
      return false;
    }
  };
}
