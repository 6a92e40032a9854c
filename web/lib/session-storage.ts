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
  const [keep, drop] = value.ricordami ? [local, session] : [session, local];
  drop.removeItem(KEY);
  keep.setItem(KEY, JSON.stringify(value));
}

export function forgetSession({ session, local }: SessionStores): void {
  session.removeItem(KEY);
  local.removeItem(KEY);
}
