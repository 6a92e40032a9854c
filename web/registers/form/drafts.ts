import type { Values } from '#contracts/core/define-register.ts';
import type { DraftCipher } from '#web/lib/draft-cipher.ts';

/**
 * What was typed in a form that was left to create something a selector lacks. It waits under the
 * form's own address until the way back, when the new value is in its field; sealed, as what is
 * kept longer, since the next person may use the same tab.
 */
interface Draft {
  values: Values;
  /** Which field waits for the new value. */
  campo: string;
  chosen: string | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const keyOf = (address: string) => `strato.bozza.${address}`;

export function leaveDraft(store: Store, cipher: DraftCipher | null, address: string, values: Values, fieldName: string): void {
  write(store, cipher, address, { values, campo: fieldName, chosen: null });
}

/** The value that was created, for the form that waits at `address`. False when none waits. */
export function answerDraft(store: Store, cipher: DraftCipher | null, address: string, chosen: string): boolean {
  const draft = readDraft(store, cipher, address);
  if (!draft) return false;
  write(store, cipher, address, { ...draft, chosen });
  return true;
}

/** The values to put back, the created one included. */
export function draftValues(store: Store, cipher: DraftCipher | null, address: string): Values | null {
  const draft = readDraft(store, cipher, address);
  if (!draft) return null;
  return draft.chosen === null ? draft.values : { ...draft.values, [draft.campo]: draft.chosen };
}

/** Once its values are back in the form, a draft waits no more. */
export function dropDraft(store: Store, address: string): void {
  store.removeItem(keyOf(address));
}

/** Whether one waits that can be read once the key is here. */
export const draftWaits = (store: Store, address: string): boolean => store.getItem(keyOf(address)) !== null;

/** Before the key is here nothing is written: what cannot be sealed does not lie on the device. */
function write(store: Store, cipher: DraftCipher | null, address: string, draft: Draft): void {
  if (cipher) store.setItem(keyOf(address), cipher.seal(JSON.stringify(draft)));
}

/** `null` for another person's too: the tab is the same, the key is not. */
function readDraft(store: Store, cipher: DraftCipher | null, address: string): Draft | null {
  const text = store.getItem(keyOf(address));
  try {
    const draft = JSON.parse((text === null ? null : cipher?.open(text)) ?? 'null') as Draft | null;
    return draft && typeof draft.values === 'object' && typeof draft.campo === 'string' ? draft : null;
  } catch {
    return null;
  }
}

/** Only addresses of this portal are gone back to. */
export function returnAddress(search: string): string | null {
  const address = new URLSearchParams(search).get('ritorno');
  return address && /^\/(?![/\\])/.test(address) ? address : null;
}
