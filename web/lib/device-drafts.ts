import type { DraftCipher } from './draft-cipher.ts';

/**
 * What was typed and not yet saved, kept on the device: it outlives a crash, a closed tab, a lost
 * session. Each draft is one person's, sealed under a key that only a session of theirs is given.
 */
export interface DeviceDraft {
  /** When it was last typed in. */
  at: string;
  parts: Readonly<Record<string, unknown>>;
}

/** As it lies there: `chiuso` is the draft, sealed. */
interface Sealed {
  at: string;
  chiuso: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Whose device drafts are read and written, and under what. */
export interface DraftOwner {
  user: string;
  cipher: DraftCipher;
}

const PREFIX = 'strato.bozze.';
const DAYS_KEPT = 14;
const DAY = 86_400_000;

const folderOf = (user: string): string => `${PREFIX}${encodeURIComponent(user)}/`;
const keyOf = ({ user, cipher }: DraftOwner, name: string): string => folderOf(user) + cipher.place(name);

export function readDeviceDraft(store: Store, owner: DraftOwner, name: string): DeviceDraft | null {
  forgetExpired(store);
  adoptOpen(store, owner);
  const lying = parsed(store.getItem(keyOf(owner, name)));
  return lying && 'chiuso' in lying ? asDraft(owner.cipher.open(lying.chiuso)) : null;
}

/** When this person last left something unsaved on the device: told without the key that opens it. `null`: there is nothing. */
export function lastDeviceDraft(store: Store, user: string): string | null {
  forgetExpired(store);
  return (
    keysOf(store, folderOf(user))
      .flatMap((key) => parsed(store.getItem(key))?.at ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

/** False where the device has no room: the form goes on without. */
export function writeDeviceDraft(store: Store, owner: DraftOwner, name: string, draft: DeviceDraft): boolean {
  try {
    store.setItem(keyOf(owner, name), JSON.stringify({ at: draft.at, chiuso: owner.cipher.seal(JSON.stringify(draft)) } satisfies Sealed));
    return true;
  } catch {
    return false;
  }
}

export const removeDeviceDraft = (store: Store, owner: DraftOwner, name: string): void => store.removeItem(keyOf(owner, name));

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

/** Drafts of before they were sealed lie open under their names: whoever wrote them seals them now. */
function adoptOpen(store: Store, owner: DraftOwner): void {
  const folder = folderOf(owner.user);
  for (const key of keysOf(store, folder)) {
    const lying = parsed(store.getItem(key));
    if (!lying || 'chiuso' in lying) continue;
    const name = key.slice(folder.length);
    const newer = parsed(store.getItem(keyOf(owner, name)));
    if ((newer !== null && newer.at >= lying.at) || writeDeviceDraft(store, owner, name, lying)) store.removeItem(key);
  }
}

const keysOf = (store: Store, prefix: string): string[] =>
  Array.from({ length: store.length }, (_, i) => store.key(i)).filter((key): key is string => key?.startsWith(prefix) === true);

function parsed(text: string | null): Sealed | DeviceDraft | null {
  const lying = asObject(text);
  if (!lying || Number.isNaN(Date.parse(String(lying['at'])))) return null;
  return typeof lying['chiuso'] === 'string' ? (lying as unknown as Sealed) : asDraft(text);
}

function asDraft(text: string | null): DeviceDraft | null {
  const draft = asObject(text);
  return draft && !Number.isNaN(Date.parse(String(draft['at']))) && typeof draft['parts'] === 'object' && draft['parts'] !== null
    ? (draft as unknown as DeviceDraft)
    : null;
}

function asObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
