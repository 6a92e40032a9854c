import type { Session } from '#contracts/modules/accesso.ts';

/** Session stored in the browser: the signed-in person and the token. The specification calls it the session data. */
export interface LocaleSession extends Session {
  token: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export interface SessionStores {
  /** Session storage, cleared when the browser is closed. */
  session: Store;
  /** Local storage, used if the person has ticked "Ricordami". */
  local: Store;
}

const KEY = 'strato.sessione';
/** The administrator's own session of this tab, while the tab sees the portal as another user. */
const OWN = 'strato.sessione.propria';

export function readSession({ session, local }: SessionStores): LocaleSession | null {
  const text = session.getItem(KEY) ?? local.getItem(KEY);
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as LocaleSession;
    return typeof value.token === 'string' && typeof value.memberID === 'string' && typeof value.permessi === 'object' ? value : null;
  } catch {
    return null;
  }
}

export function writeSession({ session, local }: SessionStores, value: LocaleSession): void {
  // it belongs to this tab alone: an own session in the local storage stays
  if (value.osservatore !== undefined) return session.setItem(KEY, JSON.stringify(value));
  const [keep, drop] = value.ricordami ? [local, session] : [session, local];
  drop.removeItem(KEY);
  keep.setItem(KEY, JSON.stringify(value));
}

export function forgetSession({ session, local }: SessionStores): void {
  session.removeItem(KEY);
  session.removeItem(OWN);
  local.removeItem(KEY);
}

/** Puts the session of seeing the portal as another user before the tab's own one, which is kept. */
export function writeObservation(stores: SessionStores, value: LocaleSession): void {
  const ownSession = isObserving(stores) ? null : stores.session.getItem(KEY);
  if (ownSession !== null) stores.session.setItem(OWN, ownSession);
  writeSession(stores, value);
}

const isObserving = (stores: SessionStores): boolean => readSession(stores)?.osservatore !== undefined;

/** Returns to the tab's own session. Does nothing if the tab has returned to it already. */
export function forgetObservation(stores: SessionStores): void {
  if (!isObserving(stores)) return;
  const { session } = stores;
  const ownSession = session.getItem(OWN);
  session.removeItem(OWN);
  if (ownSession === null) session.removeItem(KEY);
  else session.setItem(KEY, ownSession);
}
