import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Values } from '#contracts/core/define-register.ts';
import { users } from '#contracts/registers/users.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { updateIdentity } from '#web/lib/login.ts';
import { useSession } from '#web/lib/session.ts';
import { SAVE_KEYS, useShortcuts } from '#web/lib/shortcuts.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { useRegisterForm, type LoadedRecord } from '#web/registers/form/use-register-form.ts';
import { useRecordSave } from '#web/registers/save/use-record-save.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useUnsaved } from '#web/ui/overlays/unsaved.tsx';
import { changePassword } from './change-password.ts';
import { usePassword } from './use-password.ts';

/** Edits the own profile: fields and password are saved by one SALVA. */
export function useProfile(memberID: string, record: LoadedRecord) {
  const who = useSession();
  const remembered = who?.ricordami ?? false;
  const form = useRegisterForm(users, 'modifica', record);
  const password = usePassword({ isOwn: true, names: [memberID, who?.name, who?.ditta] });
  const client = useQueryClient();
  const [changing, setChanging] = useState(false);
  const snackbar = useSnackbar();
  const attempts = useAttempts();
  const { saving, conflict, dismiss, write, resolve: answer } = useRecordSave({ def: users, form, messages: users.messages, attempts });
  const dirty = form.dirty.length > 0 || password.hasInput;

  /** Saves the password first: if the present one is wrong, nothing else is saved. Resolves to the version to continue from. */
  const savePassword = async (readVersion: number): Promise<number | null> => {
    if (password.fresh === '') return readVersion;
    setChanging(true);
    try {
      const version = await changePassword(memberID, password, remembered);
      if (form.dirty.length === 0) snackbar.success(users.messages.changed);
      // somebody else has changed the record in between: the next save must report the conflict
      if (version !== readVersion + 1) return readVersion;
      form.settle({ values: form.base, version }, form.base);
      return version;
    } catch (error) {
      if (error instanceof ApiError) password.refuse(error.errors);
      snackbar.error(users.messages.saveError, { detail: messageOf(error) });
      return null;
    } finally {
      setChanging(false);
      void client.invalidateQueries({ queryKey: registerKeys.one(users.path, memberID) });
    }
  };
  const saveFields = async (values: Values, changes: Values, version: number): Promise<number | null> => {
    const result = await write(memberID, changes, version);
    if (!result) return null;
    form.settle({ values: { ...values, ...changes }, version: result.version }, values);
    await updateIdentity().catch(() => {});
    return result.version;
  };
  const submit = async (): Promise<boolean> => {
    form.touchAll();
    if (saving || changing || !dirty || !form.valid || password.firstWrong({ required: false }) !== undefined) return false;
    const version = await savePassword(form.version ?? 0);
    return version !== null && (form.dirty.length === 0 || (await saveFields(form.values, form.changes(), version)) !== null);
  };
  const resolve = async (merged: Values, changes: Values): Promise<void> => {
    const result = await answer(changes);
    if (!result) return;
    form.reset({ values: merged, version: result.version });
    await updateIdentity().catch(() => {});
  };
  useUnsaved(dirty, { changes: form.dirty.length + (password.hasInput ? 1 : 0), name: 'il tuo profilo', onSave: submit });
  useShortcuts([{ keys: SAVE_KEYS, label: 'SALVA', run: submit, ...(dirty && form.valid ? {} : { offered: false }) }]);
  return { form, password, saving: saving || changing, conflict, dismiss, submit, resolve, dirty };
}
