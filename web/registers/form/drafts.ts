import type { Values } from '#contracts/core/define-register.ts';
import type { DraftCipher } from '#web/lib/draft-cipher.ts';

/**
 * Input of a form that was left to create a record that a selector lacks. It is stored, encrypted, under the
 * form's address until the person returns with the new value.
 */
interface Draft {
  values: Values;
  /** Field that receives the new value. */
  campo: string;
  chosen: string | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const keyOf = (address: string) => `strato.bozza.${address}`;

export function leaveDraft(store: Store, cipher: DraftCipher | null, address: string, left: Omit<Draft, 'chosen'>): void {
  write(store, cipher, address, { ...left, chosen: null });
}

/** Stores the created value in the draft at `address`. Returns false when there is no draft. */
export function answerDraft(store: Store, cipher: DraftCipher | null, address: string, chosen: string): boolean {
  const draft = readDraft(store, cipher, address);
  if (!draft) return false;
  write(store, cipher, address, { ...draft, chosen });
  return true;
}

/** Returns the values to restore, including the created one. */
export function draftValues(store: Store, cipher: DraftCipher | null, address: string): Values | null {
  const draft = readDraft(store, cipher, address);
  if (!draft) return null;
  return draft.chosen === null ? draft.values : { ...draft.values, [draft.campo]: draft.chosen };
}

/** Removes a draft whose values are back in the form. */
export function dropDraft(store: Store, address: string): void {
  store.removeItem(keyOf(address));
}

/** Tells whether there is a draft, readable or not. */
export const draftWaits = (store: Store, address: string): boolean => store.getItem(keyOf(address)) !== null;

/** Stores a draft only encrypted; does nothing while the key is unknown. */
function write(store: Store, cipher: DraftCipher | null, address: string, draft: Draft): void {
  if (cipher) store.setItem(keyOf(address), cipher.seal(JSON.stringify(draft)));
}

/** Returns `null` also for another person's draft in the same tab, which this key does not open. */
function readDraft(store: Store, cipher: DraftCipher | null, address: string): Draft | null {
  const text = store.getItem(keyOf(address));
  try {
    const draft = JSON.parse((text === null ? null : cipher?.open(text)) ?? 'null') as Draft | null;
    return draft && typeof draft.values === 'object' && typeof draft.campo === 'string' ? draft : null;
  } catch {
    return null;
  }
}

/** Returns the address to go back to; only addresses of this portal are accepted. */
export function returnAddress(search: string): string | null {
  const address = new URLSearchParams(search).get('ritorno');
  return address && /^\/(?![/\\])/.test(address) ? address : null;
}
