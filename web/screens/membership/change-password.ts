import { api } from '#web/lib/api-client.ts';
import { isCodeRequired, signIn } from '#web/lib/login.ts';
import { requireRiaccesso, session } from '#web/lib/session.ts';
import type { PasswordState } from './use-password.ts';

/**
 * Changes a password, which ends all sessions of that user. The person's own session continues by signing in again. Resolves to the
 * record's new version.
 */
export async function changePassword(memberID: string, password: PasswordState, remembered: boolean): Promise<number> {
  const { message } = await api.put<{ message: { versione: number } }>('/api/users', { user: { memberID, ...password.body() } });
  if (password.isOwn) await signInWithIt(memberID, password.fresh, remembered);
  password.clear();
  return message.versione;
}

/**
 * Signs in with the new password. Whoever has a second factor does it themselves, in the dialog of an ended session; a session with a duty
 * has no dialog, and the error is thrown.
 */
async function signInWithIt(memberID: string, password: string, remembered: boolean): Promise<void> {
  try {
    await signIn(memberID, password, remembered);
  } catch (error) {
    if (!isCodeRequired(error) || session()?.dovere || !(await requireRiaccesso(session()?.token ?? ''))) throw error;
  }
}
