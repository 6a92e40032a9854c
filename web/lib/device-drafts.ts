/**
 * What was typed and not yet saved, kept on the device: it outlives a crash, a closed tab, a lost
 * session. Each draft is one person's; nobody else is offered it.
 */
export interface DeviceDraft {
  /** When it was last typed in. */
  at: string;
  parts: Readonly<Record<string, unknown>>;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'strato.bozze.';
const DAYS_KEPT = 14;
const DAY = 86_400_000;

const folderOf = (user: string): string => `${PREFIX}${encodeURIComponent(user)}/`;
const keyOf = (user: string, name: string): string => folderOf(user) + name;

export function readDeviceDraft(store: Store, user: string, name: string): DeviceDraft | null {
  forgetExpired(store);
  return parsed(store.getItem(keyOf(user, name)));
}

/** False where the device has no room: the form goes on without. */
export function writeDeviceDraft(store: Store, user: string, name: string, draft: DeviceDraft): boolean {
  try {
    store.setItem(keyOf(user, name), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export const removeDeviceDraft = (store: Store, user: string, name: string): void => store.removeItem(keyOf(user, name));

/** A person who signs out leaves nothing on the device. */
export function removeDeviceDraftsOf(store: Store, user: string): void {
  for (const key of keysOf(store, folderOf(user))) store.removeItem(key);
}

function forgetExpired(store: Store): void {
  for (const key of keysOf(store, PREFIX)) {
    const draft = parsed(store.getItem(key));
    if (!draft || Date.now() - Date.parse(draft.at) > DAYS_KEPT * DAY) store.removeItem(key);
  }
}

const keysOf = (store: Store, prefix: string): string[] =>
  Array.from({ length: store.length }, (_, i) => store.key(i)).filter((key): key is string => key?.startsWith(prefix) === true);

function parsed(text: string | null): DeviceDraft | null {
  try {
    const draft = JSON.parse(text ?? 'null') as DeviceDraft | null;
    return draft && !Number.isNaN(Date.parse(draft.at)) && typeof draft.parts === 'object' && draft.parts !== null ? draft : null;
  } catch {
    return null;
  }
}
