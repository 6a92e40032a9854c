import type { LoginAnswer } from '#contracts/modules/accesso.ts';
import type { PasskeyAttempt, PasskeyBegun, PasskeyOptions, PasskeySite, PasskeyState } from '#contracts/core/passkey.ts';
import { api } from './api-client.ts';

const PATH = '/api/passkey';

/** Tells whether the browser gives passkeys to this page: at a secure address with a name, not at a network address. */
const isPasskeyPage = (): boolean =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis && !/^(\[|[\d.]+$)/.test(location.hostname);

/** Tells whether this page may use passkeys: the browser gives them to this page, which stands at the portal's address. */
export const passkeysHere = (origin: string | null): boolean => origin !== null && origin === location.origin && isPasskeyPage();

/** Asks the portal whether people can sign in with a passkey from this page; false if it does not answer. */
export async function canSignInByPasskey(): Promise<boolean> {
  if (!isPasskeyPage()) return false;
  const answer = await api.get<{ data: [PasskeySite] }>(`${PATH}/accesso`, { anonymous: true }).catch(() => null);
  return answer !== null && passkeysHere(answer.data[0].indirizzo);
}

/** Reads passkeys: the own ones, or those of another user. */
export const readPasskeys = async (utente?: string, signal?: AbortSignal): Promise<PasskeyState> =>
  (await api.get<{ data: [PasskeyState] }>(PATH, { query: { utente }, ...(signal ? { signal } : {}) })).data[0];

/** Begins a sign-in, asks the device for a passkey and returns the portal's answer. `utente`: the only user that is accepted. */
export async function askPasskeySession(extra: { ricordami: boolean; browser: string[]; utente?: string }): Promise<LoginAnswer> {
  const { message } = await api.post<{ message: PasskeyAttempt }>(`${PATH}/accesso`, { passo: 'avvia' }, { anonymous: true });
  const answer = await fromDevice(message.opzioni);
  const body = { passo: 'conferma', tentativo: message.tentativo, risposta: answer, ...extra };
  return api.post<LoginAnswer>(`${PATH}/accesso`, body, { anonymous: true });
}

/** Asks the device for a passkey of the signed-in person, and returns the device's answer for `POST api/conferma`. */
export async function askPasskeyConfirmation(): Promise<object> {
  const { message } = await api.post<{ message: PasskeyBegun }>(`${PATH}/conferma`, {});
  return fromDevice(message.opzioni);
}

/** Tells whether the signed-in person has a passkey that this page can use; false if the portal does not answer. */
export async function hasPasskeyHere(): Promise<boolean> {
  if (!isPasskeyPage()) return false;
  const state = await readPasskeys().catch(() => null);
  return state !== null && state.passkey.length > 0 && passkeysHere(state.indirizzo);
}

/** Returns the options for a new passkey; asks for a confirmation of the person first. */
export const beginPasskey = async (): Promise<PasskeyOptions> =>
  (await api.post<{ message: PasskeyBegun }>(PATH, { passo: 'avvia' })).message.opzioni;

/** Makes a passkey on the device and keeps it under a name. */
export async function addPasskey(options: PasskeyOptions, nome: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const answer = await startRegistration({ optionsJSON: options as never });
  await api.post(PATH, { passo: 'conferma', nome, risposta: answer });
}

export const renamePasskey = (id: string, nome: string): Promise<unknown> => api.put(PATH, { id, nome });

/** Takes away an own passkey, or all those of a user. */
export const removePasskey = (which: { id: string } | { utente: string }): Promise<unknown> => api.del(PATH, which);

// loaded with the first use, so that the first load stays small
async function fromDevice(options: PasskeyOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: options as never });
}

/** Tells whether the person, or time, ended the device's question: nothing to report. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
