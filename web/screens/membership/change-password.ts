import { api } from '#web/lib/api-client.ts';
import { signIn } from '#web/lib/login.ts';
import type { PasswordState } from './use-password.ts';

/**
 * Changes a password, which ends all sessions of that user. The person's own session continues by signing in again. Resolves to the
 * record's new version.
 */
export async function changePassword(memberID: string, password: PasswordState, remembered: boolean): Promise<number> {
  const { message } = await api.put<{ message: { versione: number } }>('/api/users', { user: { memberID, ...password.body() } });
  if (password.own) await signIn(memberID, password.fresh, remembered);
  password.clear();
  return message.versione;
}
