import { api } from '#web/lib/api-client.ts';
import { signIn } from '#web/lib/login.ts';
import type { PasswordState } from './use-password.ts';

/** A new password ends every session of that user: the own one goes on under it. Resolves to the record's version. */
export async function changePassword(memberID: string, password: PasswordState, remembered: boolean): Promise<number> {
  const { message } = await api.put<{ message: { versione: number } }>('/api/users', { user: { memberID, ...password.body() } });
  if (password.own) await signIn(memberID, password.fresh, remembered);
  password.clear();
  return message.versione;
}
