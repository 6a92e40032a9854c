type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Apart from the session, which signing out forgets: this browser stays known to the people who use it. */
const KEY = 'strato.browser';
/** People of one browser that are remembered. */
const MOST = 10;

/** What the portal gave this browser when that person last signed in here. */
export function browserToken(store: Store, username: string): string | undefined {
  return tokens(store).find(([name]) => name === username)?.[1];
}

export function keepBrowserToken(store: Store, username: string, token: string): void {
  const others = tokens(store).filter(([name]) => name !== username);
  try {
    store.setItem(KEY, JSON.stringify([[username, token], ...others].slice(0, MOST)));
  } catch {
    // nothing is kept: the browser is a new one next time
  }
}

function tokens(store: Store): [string, string][] {
  try {
    const read: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(read)
      ? read.filter(
          (one): one is [string, string] => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string'),
        )
      : [];
  } catch {
    return [];
  }
}
