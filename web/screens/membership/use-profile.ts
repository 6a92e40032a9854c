import { useQueryClient } from '@tanstack/react-query';
import type { Values } from '#contracts/core/define-register.ts';
import type { WrongField } from '#contracts/core/errors.ts';
import { users } from '#contracts/registers/users.ts';
import { signIn, updateIdentity } from '#web/lib/login.ts';
import { useSession } from '#web/lib/session.ts';
import { useSaveKey } from '#web/lib/use-save-key.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { useRegisterForm, type LoadedRecord } from '#web/registers/form/use-register-form.ts';
import { useSave } from '#web/registers/form/use-save.ts';
import { useUnsaved } from '#web/ui/overlays/unsaved.tsx';
import { usePassword } from './use-password.ts';

/** The own profile as it is typed: fields and password go in one call. */
export function useProfile(memberID: string, record: LoadedRecord) {
  const client = useQueryClient();
  const remembered = useSession()?.ricordami ?? false;
  const form = useRegisterForm(users, 'modifica', record);
  const password = usePassword(true);
  const refuse = (errors: readonly WrongField[]) => { form.refuse(errors); password.refuse(errors); };
  const { saving, conflict, setConflict, update } = useSave({ def: users, form: { ...form, refuse }, messages: users.messages });
  const dirty = form.dirty.length > 0 || password.typed;

  const send = async (values: Values, changes: Values, version: number): Promise<number | null> => {
    const secret = password.body();
    const written = await update(memberID, { ...changes, ...secret }, version);
    if (!written) return null;
    // a new password ends every session: this one goes on under it
    if (password.fresh !== '') await signIn(memberID, password.fresh, remembered);
    else await updateIdentity().catch(() => {});
    password.clear();
    form.settle({ values: { ...values, ...changes }, version: written.version }, values);
    await client.invalidateQueries({ queryKey: registerKeys.one(users.path, memberID) });
    return written.version;
  };
  const submit = async (): Promise<boolean> => {
    form.touchAll();
    if (saving || !dirty || !form.valid || password.firstWrong(false) !== undefined) return false;
    return await send(form.values, form.changes(), form.version ?? 0) !== null;
  };
  const resolve = async (merged: Values, changes: Values): Promise<void> => {
    const version = conflict && await send(merged, changes, conflict.version);
    if (version) form.reset({ values: merged, version });
  };
  useUnsaved(dirty, { changes: form.dirty.length + (password.typed ? 1 : 0), name: 'il tuo profilo', onSave: submit });
  useSaveKey(true, submit);
  return { form, password, saving, conflict, setConflict, submit, resolve, dirty };
}
