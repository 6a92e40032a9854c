type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Storage key outside the session: signing out keeps it, so the browser stays known to the people who use it. */
const KEY = 'strato.browser';
/** Maximum of people remembered in one browser. */
const MOST = 10;

/** Returns the token that the portal gave this browser at that person's last login here. */
export function browserToken(store: Store, username: string): string | undefined {
  return tokens(store).find(([name]) => name === username)?.[1];
}

/** Returns the tokens of everybody who signed in from this browser, for a sign-in that does not know its user yet. */
export const browserTokens = (store: Store): string[] => tokens(store).map(([, token]) => token);

export function keepBrowserToken(store: Store, username: string, token: string): void {
  const otherTokens = tokens(store).filter(([name]) => name !== username);
  try {
    store.setItem(KEY, JSON.stringify([[username, token], ...otherTokens].slice(0, MOST)));
  } catch {
    // storage failed: at the next login the browser counts as new
  }
}

function tokens(store: Store): [string, string][] {
  try {
    const parsed: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(parsed)
      ? parsed.filter(
          (one): one is [string, string] => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string'),
        )
      : [];
  } catch {
    return [];
  }
}
