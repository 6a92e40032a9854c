import { atom, useAtomValue } from 'jotai';
import type { Session, SessionAnswer } from '#contracts/modules/accesso.ts';
import { store } from './store.ts';

interface HeldKey {
  memberID: string;
  key: string;
}

const STORAGE_KEY = 'strato.chiave-bozze';

/** Reads the key that this tab stored, so that a page reloaded without a network can open its drafts. */
function readKept(): HeldKey | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as HeldKey | null;
    return typeof value?.memberID === 'string' && typeof value.key === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The key of the drafts, kept in memory and session storage; the drafts lie in local storage, apart from their key. */
const heldKeyAtom = atom<HeldKey | null>(readKept());

const keyFor = (who: HeldKey | null, memberID: string): string | null => (who?.memberID === memberID ? who.key : null);

export const holdDraftKey = (memberID: string, key: string): void => {
  // the portal repeats the key every minute: without a change, subscribers need not look again
  if (draftKey(memberID) === key && readKept()?.memberID === memberID) return;
  store.set(heldKeyAtom, { memberID, key });
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ memberID, key }));
};

/**
 * Removes the stored key after the session was lost. The open page keeps the key in memory; the next page must
 * receive it again.
 */
export const letGoOfDraftKey = (): void => sessionStorage.removeItem(STORAGE_KEY);

/** Returns the draft key of a person; `null` until the portal has given it to their session. */
export const draftKey = (memberID: string): string | null => keyFor(store.get(heldKeyAtom), memberID);
export const useDraftKey = (memberID: string): string | null => keyFor(useAtomValue(heldKeyAtom), memberID);

/** Returns the response without the draft key, which is stored apart from the session. An older portal sends no key. */
export function heldBack({ chiaveBozze, ...session }: Session & Partial<SessionAnswer>): Session {
  if (chiaveBozze) holdDraftKey(session.memberID, chiaveBozze);
  return session;
}
