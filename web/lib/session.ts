import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { Session, SessionAnswer } from '#contracts/modules/accesso.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { heldBack, letGoOfDraftKey } from './draft-key.ts';
import { announceExit } from './session-channel.ts';
import { forgetSession, readSession, writeSession, type LocaleSession } from './session-storage.ts';

const stores = { session: sessionStorage, local: localStorage };
const store = getDefaultStore();

export const atomSession = atom<LocaleSession | null>(readSession(stores));

/** A session that ended under the person's hands: who must sign in again, and who waits for it. */
interface Riaccesso {
  promise: Promise<boolean>;
  resolve(signedIn: boolean): void;
}
export const riaccessoAtom = atom<Riaccesso | null>(null);

export const session = (): LocaleSession | null => store.get(atomSession);
export const useSession = (): LocaleSession | null => useAtomValue(atomSession);

/** The firm's name; a session that was opened before it was told has the portal's. */
export const useDitta = (): string => useSession()?.ditta ?? 'Strato';

/** The signed-in person; only for screens behind the guard. */
export function useIdentity(): Identity & { name: string; marcatore: 'admin' | 'user' } {
  const current = useSession();
  if (!current) throw new Error('useIdentita needs a session');
  return current;
}

/** Whether the browser still holds this person's session: it is gone once they have signed out. */
export const isStored = (memberID: string): boolean => readSession(stores)?.memberID === memberID;

export function openSession(value: LocaleSession): void {
  const before = session();
  writeSession(stores, value);
  store.set(atomSession, value);
  // the person has signed in by other means than the question: it is answered
  if (before?.memberID === value.memberID && before.token !== value.token) concludiRiaccesso(true);
}

/** What the portal says now about the person: permissions may have changed since the login. */
export function updateSession(value: Session & Partial<SessionAnswer>): void {
  const current = session();
  if (current && current.memberID === value.memberID) openSession({ ...current, ...heldBack(value) });
}

/** Clears all stored session data, goes to / and reloads (part 1, section 2); the other tabs too. */
export function closeSession(): void {
  announceExit();
  forgetHere();
}

/** The same for this tab alone. */
export function forgetHere(): void {
  forgetSession(stores);
  sessionStorage.clear();
  location.replace('/');
}

/** Asks the person to sign in again over the page; everyone who asks meanwhile waits for the same answer. */
export function requireRiaccesso(token: string): Promise<boolean> {
  const current = session();
  if (!current) return Promise.resolve(false);
  if (current.token !== token) return Promise.resolve(true);
  const stored = readSession(stores);
  if (stored && stored.token !== token && stored.memberID === current.memberID) {
    // another tab has signed in again (Ricordami): its token is good here too
    store.set(atomSession, stored);
    return Promise.resolve(true);
  }
  letGoOfDraftKey();
  const asked = store.get(riaccessoAtom);
  if (asked) return asked.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  store.set(riaccessoAtom, { promise, resolve });
  return promise;
}

export function concludiRiaccesso(signedIn: boolean): void {
  store.get(riaccessoAtom)?.resolve(signedIn);
  store.set(riaccessoAtom, null);
}
