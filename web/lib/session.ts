import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { Session } from '#contracts/modules/accesso.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { annunciaUscita } from './session-channel.ts';
import { dimenticaSessione, leggiSessione, scriviSessione, type SessioneLocale } from './session-storage.ts';

const stores = { session: sessionStorage, local: localStorage };
const store = getDefaultStore();

export const sessioneAtom = atom<SessioneLocale | null>(leggiSessione(stores));

/** A session that ended under the person's hands: who must sign in again, and who waits for it. */
interface Riaccesso { promise: Promise<boolean>; resolve(signedIn: boolean): void }
export const riaccessoAtom = atom<Riaccesso | null>(null);

export const sessione = (): SessioneLocale | null => store.get(sessioneAtom);
export const useSessione = (): SessioneLocale | null => useAtomValue(sessioneAtom);

/** The signed-in person; only for screens behind the guard. */
export function useIdentita(): Identity & { name: string; marcatore: 'admin' | 'user' } {
  const current = useSessione();
  if (!current) throw new Error('useIdentita needs a session');
  return current;
}

export function apriSessione(value: SessioneLocale): void {
  scriviSessione(stores, value);
  store.set(sessioneAtom, value);
}

/** What the portal says now about the person: permissions may have changed since the login. */
export function aggiornaSessione(value: Session): void {
  const current = sessione();
  if (current && current.memberID === value.memberID) apriSessione({ ...current, ...value });
}

/** Clears all stored session data, goes to / and reloads (part 1, section 2); the other tabs too. */
export function chiudiSessione(): void {
  annunciaUscita();
  dimenticaQui();
}

/** The same for this tab alone. */
export function dimenticaQui(): void {
  dimenticaSessione(stores);
  sessionStorage.clear();
  location.replace('/');
}

/** Asks the person to sign in again over the page; everyone who asks meanwhile waits for the same answer. */
export function richiediRiaccesso(token: string): Promise<boolean> {
  const current = sessione();
  if (!current) return Promise.resolve(false);
  if (current.token !== token) return Promise.resolve(true);
  const stored = leggiSessione(stores);
  if (stored && stored.token !== token && stored.memberID === current.memberID) {
    // another tab has signed in again (Ricordami): its token is good here too
    store.set(sessioneAtom, stored);
    return Promise.resolve(true);
  }
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
