import type { LoginAnswer, Session, SessionAnswer } from '#contracts/modules/accesso.ts';
import { api } from './api-client.ts';
import { device } from './device.ts';
import { removeDeviceDraftsOf } from './device-drafts.ts';
import { heldBack } from './draft-key.ts';
import { browserToken, keepBrowserToken } from './known-browser.ts';
import { updateSession, openSession, closeSession, session } from './session.ts';

/** Signs in and keeps the session, permissions included. Throws `ApiError` 401 or 429. */
export async function signIn(username: string, password: string, ricordami: boolean): Promise<void> {
  const body = { username, password: await digestPassword(password), ricordami, browser: browserToken(localStorage, username) };
  const { utente } = await api.post<LoginAnswer>('/api/login', body, { anonymous: true });
  keepBrowserToken(localStorage, username, utente.browser);
  openSession({ ...(await whoAmI(utente.token)), token: utente.token, ricordami });
}

/** Re-reads who is signed in: permissions may have changed since the login. `used`: somebody has touched the page, which keeps the session in use. */
export async function updateIdentity(used = false): Promise<void> {
  const { data } = await api.get<{ data: [SessionAnswer] }>('/api/sessione', { query: { usata: used ? 1 : undefined } });
  updateSession(data[0]);
}

/** Asks first where something of theirs waits on the device: it stays there, closed, until they come back. */
export async function esci(asked = false): Promise<void> {
  const kept = await device();
  if (kept && !asked && !(await kept.mayLeave())) return;
  await kept?.leave();
  // the session is forgotten here whatever the portal answers
  await api.post('/api/logout', {}, { signal: AbortSignal.timeout(3000) }).catch(() => {});
  const who = session();
  closeSession();
  if (who) removeDeviceDraftsOf(localStorage, who.memberID);
}

async function whoAmI(token: string): Promise<Session> {
  const response = await fetch('/api/sessione', { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`sessione: ${response.status}`);
  const { data } = (await response.json()) as { data: [SessionAnswer] };
  return heldBack(data[0]);
}

/** The hex digest of a password, which is all that leaves the browser (part 1, section 5). */
async function digestPassword(password: string): Promise<string> {
  // only who signs in needs it
  const { md5 } = await import('js-md5');
  return md5(password);
}
