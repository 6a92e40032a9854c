import type { Session } from '#contracts/modules/accesso.ts';

/** The signed-in person and the token; what the specification calls the session data. */
export interface SessioneLocale extends Session {
  token: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export interface SessionStores {
  /** Ends with the browser. */
  session: Store;
  /** Ricordami. */
  local: Store;
}

const KEY = 'strato.sessione';

export function leggiSessione({ session, local }: SessionStores): SessioneLocale | null {
  const text = session.getItem(KEY) ?? local.getItem(KEY);
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as SessioneLocale;
    return typeof value.token === 'string' && typeof value.memberID === 'string' && typeof value.permessi === 'object' ? value : null;
  } catch {
    return null;
  }
}

export function scriviSessione({ session, local }: SessionStores, value: SessioneLocale): void {
  const [keep, drop] = value.ricordami ? [local, session] : [session, local];
  drop.removeItem(KEY);
  keep.setItem(KEY, JSON.stringify(value));
}

export function dimenticaSessione({ session, local }: SessionStores): void {
  session.removeItem(KEY);
  local.removeItem(KEY);
}
