import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { Session, SessionAnswer } from '#contracts/modules/accesso.ts';

interface Held {
  memberID: string;
  key: string;
}

const KEPT = 'strato.chiave-bozze';

/** As this tab left it: a page that is loaded again without a network opens its drafts. */
function kept(): Held | null {
  try {
    const value = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Held | null;
    return typeof value?.memberID === 'string' && typeof value.key === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The key of the drafts, as long as the tab and its session live: it does not lie where they lie. */
const held = atom<Held | null>(kept());
const store = getDefaultStore();

const keyFor = (who: Held | null, memberID: string): string | null => (who?.memberID === memberID ? who.key : null);

export const holdDraftKey = (memberID: string, key: string): void => {
  // told again each minute: nobody has to look anew
  if (draftKey(memberID) === key && kept()?.memberID === memberID) return;
  store.set(held, { memberID, key });
  sessionStorage.setItem(KEPT, JSON.stringify({ memberID, key }));
};

/** The session was lost: the page that is open keeps the key, the next one must be given it. */
export const letGoOfDraftKey = (): void => sessionStorage.removeItem(KEPT);

/** `null` until the portal has given it to this person's session. */
export const draftKey = (memberID: string): string | null => keyFor(store.get(held), memberID);
export const useDraftKey = (memberID: string): string | null => keyFor(useAtomValue(held), memberID);

/** What of the portal's answer is the session's: the key is kept apart from it. A portal of before gives none. */
export function heldBack({ chiaveBozze, ...session }: Session & Partial<SessionAnswer>): Session {
  if (chiaveBozze) holdDraftKey(session.memberID, chiaveBozze);
  return session;
}
