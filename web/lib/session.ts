import { atom, useAtomValue } from 'jotai';
import type { Session, SessionAnswer } from '#contracts/modules/accesso.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { heldBack, letGoOfDraftKey } from './draft-key.ts';
import { announceExit } from './session-channel.ts';
import { forgetObservation, forgetSession, readSession, writeObservation, writeSession, type LocaleSession } from './session-storage.ts';
import { store } from './store.ts';

const stores = { session: sessionStorage, local: localStorage };

export const atomSession = atom<LocaleSession | null>(readSession(stores));

/** A pending request to sign in again after the session ended; all callers wait for the same promise. */
interface Riaccesso {
  promise: Promise<boolean>;
  resolve(signedIn: boolean): void;
}
export const riaccessoAtom = atom<Riaccesso | null>(null);

export const session = (): LocaleSession | null => store.get(atomSession);
export const useSession = (): LocaleSession | null => useAtomValue(atomSession);

/** Returns the firm's name; "Strato" for a session opened by an older portal, which did not send the name. */
export const useDitta = (): string => useSession()?.ditta ?? 'Strato';

/** Returns the signed-in person; throws outside screens that need a login. */
export function useIdentity(): Identity & { name: string; marcatore: 'admin' | 'user' } {
  const current = useSession();
  if (!current) throw new Error('useIdentita needs a session');
  return current;
}

/** Tells whether the browser still stores this person's session; signing out removes it. */
export const isStored = (memberID: string): boolean => readSession(stores)?.memberID === memberID;

export function openSession(value: LocaleSession): void {
  const before = session();
  writeSession(stores, value);
  store.set(atomSession, value);
  // the person has signed in by other means than the pending dialog: resolve the dialog too
  if (before?.memberID === value.memberID && before.token !== value.token) endRiaccesso(true);
}

/**
 * Updates the session with the portal's current data; permissions may have changed since the login. Does nothing if the browser no longer
 * stores a session of this person, who has signed out meanwhile. A newer token that another tab has stored stays.
 */
export function updateSession(value: Session & Partial<SessionAnswer>): void {
  const current = session();
  const kept = readSession(stores);
  if (!current || current.memberID !== value.memberID || kept?.memberID !== value.memberID) return;
  const updated = { ...current, ...heldBack(value) };
  if (kept.token === current.token) writeSession(stores, updated);
  store.set(atomSession, updated);
}

/** Shows the portal in this tab as another user sees it: loads the page again, so that nothing of the own session stays in memory. */
export function beginObserving(value: LocaleSession): void {
  writeObservation(stores, value);
  location.replace('/home');
}

/**
 * Returns this tab to the administrator's own session, at the page of the user who was seen. May be called again before the page is left: by
 * the button and by a refused call, for instance.
 */
export function endObserving(): void {
  const seen = session()?.memberID ?? '';
  forgetObservation(stores);
  location.replace(`/membership/dettaglio-utente?id=${encodeURIComponent(seen)}`);
}

/** Clears all stored session data, goes to / and reloads, in the other tabs too (part 1, section 2). */
export function closeSession(): void {
  announceExit();
  forgetHere();
}

/** Clears the session in this tab alone, goes to / and reloads. */
export function forgetHere(): void {
  forgetSession(stores);
  sessionStorage.clear();
  location.replace('/');
}

/** Asks the person to sign in again over the page. Concurrent callers wait for the same answer. */
export function requireRiaccesso(token: string): Promise<boolean> {
  const current = session();
  if (!current) return Promise.resolve(false);
  if (current.osservatore !== undefined) {
    endObserving();
    return Promise.resolve(false);
  }
  if (current.token !== token) return Promise.resolve(true);
  const stored = readSession(stores);
  if (stored && stored.token !== token && stored.memberID === current.memberID) {
    // another tab has signed in again (Ricordami): its token is valid here too
    store.set(atomSession, stored);
    return Promise.resolve(true);
  }
  letGoOfDraftKey();
  const signInRequest = store.get(riaccessoAtom);
  if (signInRequest) return signInRequest.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  store.set(riaccessoAtom, { promise, resolve });
  return promise;
}

export function endRiaccesso(signedIn: boolean): void {
  store.get(riaccessoAtom)?.resolve(signedIn);
  store.set(riaccessoAtom, null);
}
