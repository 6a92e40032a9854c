import type { LoginAnswer, SeeAsAnswer, Session, SessionAnswer } from '#contracts/modules/accesso.ts';
import { api, ApiError } from './api-client.ts';
import { device } from './device.ts';
import { removeDeviceDraftsOf } from './device-drafts.ts';
import { heldBack } from './draft-key.ts';
import { browserToken, browserTokens, keepBrowserToken } from './known-browser.ts';
import { advisePassword, passwordFault } from './password-advice.ts';
import { askPasskeyConfirmation, askPasskeySession } from './passkey.ts';
import { forgetRecent } from './recent-records.ts';
import { beginObserving, closeSession, endObserving, openSession, session, updateSession } from './session.ts';

/**
 * Signs in and stores the session with its permissions. `codice`: of the second factor, once the portal has asked for it. Throws `ApiError`
 * 401 or 429.
 */
export async function signIn(username: string, password: string, ricordami: boolean, codice?: string): Promise<void> {
  const browser = browserToken(localStorage, username);
  const body = { username, password: await digestPassword(password), ricordami, browser, ...(codice === undefined ? {} : { codice }) };
  const { utente } = await api.post<LoginAnswer>('/api/login', body, { anonymous: true });
  keepBrowserToken(localStorage, username, utente.browser);
  const who = await whoAmI(utente.token);
  openSession({ ...who, token: utente.token, ricordami });
  if (who.dovere === null) advisePassword(passwordFault(password, [who.memberID, who.name, who.ditta], utente.passwordDebole));
}

/** Signs in with a passkey of this device and stores the session. `utente`: the only user that is accepted. Throws `ApiError` 401 or 429. */
export async function signInByPasskey(ricordami: boolean, utente?: string): Promise<void> {
  const extra = { ricordami, browser: browserTokens(localStorage), ...(utente === undefined ? {} : { utente }) };
  const { utente: entered } = await askPasskeySession(extra);
  keepBrowserToken(localStorage, entered.data[0].memberID, entered.browser);
  openSession({ ...(await whoAmI(entered.token)), token: entered.token, ricordami });
}

/** Tells whether a sign-in was refused because it lacks the code of the second factor. */
export const isCodeRequired = (error: unknown): boolean => error instanceof ApiError && error.problem.type === '/problemi/codice-richiesto';

/** Tells whether a sign-in was refused because of a wrong or used code. */
export const isCodeWrong = (error: unknown): boolean => error instanceof ApiError && error.problem.type === '/problemi/codice-errato';

/**
 * Reads the session again from the portal, since permissions may have changed since the login. `used`: the person has touched the page,
 * which prolongs the session.
 */
export async function updateIdentity(used = false): Promise<void> {
  const { data } = await api.get<{ data: [SessionAnswer] }>('/api/sessione', { query: { usata: used ? 1 : undefined } });
  updateSession(data[0]);
}

/**
 * Signs out and removes the person's drafts and recently opened records from this browser. If the person's calls still wait on the device,
 * asks first, unless `confirmed` is true. The calls stay encrypted on the device.
 */
export async function signOut({ confirmed = false }: { confirmed?: boolean } = {}): Promise<void> {
  if (session()?.osservatore !== undefined) return stopSeeingAs();
  const thisDevice = await device();
  if (thisDevice && !confirmed && !(await thisDevice.mayLeave())) return;
  await thisDevice?.leave();
  // the local session is removed even if the portal refuses or does not respond
  await api.post('/api/logout', {}, { signal: AbortSignal.timeout(3000) }).catch(() => {});
  const who = session();
  closeSession();
  if (!who) return;
  removeDeviceDraftsOf(localStorage, who.memberID);
  forgetRecent(who.memberID);
}

async function whoAmI(token: string): Promise<Session> {
  const response = await fetch('/api/sessione', { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`sessione: ${response.status}`);
  const { data } = (await response.json()) as { data: [SessionAnswer] };
  return heldBack(data[0]);
}

/** Begins to see the portal as another user, without writing. Throws `ApiError` 403 or 404. */
export async function seeAs(utente: string): Promise<void> {
  const { message } = await api.post<{ message: SeeAsAnswer }>('/api/sessioni/vedi-come', { utente });
  beginObserving({ ...(await whoAmI(message.token)), token: message.token });
}

/** Ends seeing the portal as another user, and returns to the own session. */
export async function stopSeeingAs(): Promise<void> {
  // without a response it ends by itself within 15 minutes
  await api.post('/api/logout', {}, { signal: AbortSignal.timeout(3000), waits: false }).catch(() => {});
  endObserving();
}

/** Confirms for 15 minutes that the person of the session is there. Throws `ApiError` 400 for a wrong password or code, 429 after several. */
export async function confirmIdentity(proof: { password: string } | { codice: string }): Promise<void> {
  await api.post('/api/conferma', 'codice' in proof ? proof : { passMD5: await digestPassword(proof.password) });
}

/** Confirms the same with a passkey of this device. Throws `ApiError` 400 for one that is not accepted, 429 after several. */
export async function confirmByPasskey(): Promise<void> {
  await api.post('/api/conferma', { passkey: await askPasskeyConfirmation() });
}

/** Returns the MD5 digest of a password in hex; the password itself never leaves the browser (part 1, section 5). */
async function digestPassword(password: string): Promise<string> {
  // loaded here, so that pages without a login do not load the library
  const { md5 } = await import('js-md5');
  return md5(password);
}
