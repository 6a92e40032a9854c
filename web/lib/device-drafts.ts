import type { DraftCipher } from './draft-cipher.ts';

/**
 * Unsaved input kept on the device, so that it survives a crash, a closed tab or a lost session. Each draft
 * belongs to one person and is encrypted with a key that only that person's sessions receive.
 */
export interface DeviceDraft {
  /** Instant of the last change by the person. */
  at: string;
  parts: Readonly<Record<string, unknown>>;
}

/** A draft as stored: `chiuso` is the encrypted draft. */
interface SealedDraft {
  at: string;
  chiuso: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The person whose drafts are read and written, and their cipher. */
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
  const lying = parseDraft(store.getItem(keyOf(owner, name)));
  return lying && 'chiuso' in lying ? asDraft(owner.cipher.open(lying.chiuso)) : null;
}

/** Returns the instant of this person's newest draft on the device, or `null`. Needs no key. */
export function lastDeviceDraft(store: Store, user: string): string | null {
  forgetExpired(store);
  return (
    keysOf(store, folderOf(user))
      .flatMap((key) => parseDraft(store.getItem(key))?.at ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

/** Stores a draft encrypted. Returns false when the device has no room; the form then goes on without a draft. */
export function writeDeviceDraft(store: Store, owner: DraftOwner, name: string, draft: DeviceDraft): boolean {
  try {
    store.setItem(
      keyOf(owner, name),
      JSON.stringify({ at: draft.at, chiuso: owner.cipher.seal(JSON.stringify(draft)) } satisfies SealedDraft),
    );
    return true;
  } catch {
    return false;
  }
}

export const removeDeviceDraft = (store: Store, owner: DraftOwner, name: string): void => store.removeItem(keyOf(owner, name));

/** Removes all drafts of a person, who has signed out. */
export function removeDeviceDraftsOf(store: Store, user: string): void {
  for (const key of keysOf(store, folderOf(user))) store.removeItem(key);
}

function forgetExpired(store: Store): void {
  for (const key of keysOf(store, PREFIX)) {
    const draft = parseDraft(store.getItem(key));
    if (!draft || Date.now() - Date.parse(draft.at) > DAYS_KEPT * DAY) store.removeItem(key);
  }
}

/** Encrypts a person's drafts stored in clear by older versions of the app, and removes the clear copies. */
function adoptOpen(store: Store, owner: DraftOwner): void {
  const folder = folderOf(owner.user);
  for (const key of keysOf(store, folder)) {
    const lying = parseDraft(store.getItem(key));
    if (!lying || 'chiuso' in lying) continue;
    const name = key.slice(folder.length);
    const newer = parseDraft(store.getItem(keyOf(owner, name)));
    if ((newer !== null && newer.at >= lying.at) || writeDeviceDraft(store, owner, name, lying)) store.removeItem(key);
  }
}

const keysOf = (store: Store, prefix: string): string[] =>
  Array.from({ length: store.length }, (_, i) => store.key(i)).filter((key): key is string => key?.startsWith(prefix) === true);

function parseDraft(text: string | null): SealedDraft | DeviceDraft | null {
  const lying = asObject(text);
  if (!lying || Number.isNaN(Date.parse(String(lying['at'])))) return null;
  return typeof lying['chiuso'] === 'string' ? (lying as unknown as SealedDraft) : asDraft(text);
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
