import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { useIdentity, useSession } from '#web/lib/session.ts';
import { useFormRights, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';
import { useSideRecord } from '#web/registers/form/use-side-record.ts';
import { refresh } from '#web/registers/register.api.ts';
import { users } from '#contracts/registers/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { changePassword } from './change-password.ts';
import { PasswordFields } from './PasswordFields.tsx';
import { usePassword } from './use-password.ts';

const PROVISIONAL = 'È provvisoria: vale 72 ore e serve solo a sceglierne una propria.';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Sets a user's password: of a new user with the record, of an existing one by a separate request. */
export function UtentePassword() {
  const { id, row } = useOpenRecord(users);
  const { form } = useOpenFields(users);
  const buttons = useFormRights();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { memberID } = useIdentity();
  const who = useSession();
  const remembered = who?.ricordami ?? false;
  const password = usePassword({
    isOwn: id === memberID,
    names: [id ?? text(form.values.memberID), text(form.values.custom1), who?.ditta],
  });
  const [saving, setSaving] = useState(false);
  // the request that creates a user includes the password
  const digest = id === null ? (password.body()['passMD5'] ?? null) : null;
  // the digest is part of the body, not a field of the register
  const { set }: Pick<RegisterFormState, 'set'> = form;
  useEffect(() => {
    if (id === null) set('passMD5', digest);
  }, [id, digest, set]);
  const change = async (): Promise<boolean> => {
    setSaving(true);
    try {
      await changePassword(id ?? '', password, remembered);
      if (form.dirty.length === 0) snackbar.success(users.messages.changed);
      await refresh(client, users);
      return true;
    } catch (error) {
      if (error instanceof ApiError) password.refuse(error.errors);
      snackbar.error(users.messages.saveError, { detail: messageOf(error) });
      return false;
    } finally {
      setSaving(false);
    }
  };
  useSideRecord('password', {
    dirty: id !== null && password.hasInput ? 1 : 0,
    saving,
    firstWrong: () => password.firstWrong({ required: id === null }),
    save: async () => (id === null || password.fresh === '' ? true : change()),
  });
  const hint =
    id === null
      ? PROVISIONAL
      : password.isOwn
        ? 'Vuota resta com’è.'
        : `Vuota resta com’è; una nuova chiude le sessioni aperte e sblocca l’accesso. ${PROVISIONAL}`;
  return (
    <fieldset className="form-section min-w-0" disabled={row !== null && !buttons.campi}>
      <legend className="form-legend float-left w-full">Password</legend>
      <div className="clear-both grid grid-cols-1 gap-4 md:grid-cols-3">
        <PasswordFields password={password} required={id === null} disabled={!buttons.campi} hint={hint} />
      </div>
    </fieldset>
  );
}
