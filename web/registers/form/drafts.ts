import type { Values } from '#contracts/core/define-register.ts';

/**
 * What was typed in a form that was left to create something a selector lacks. It waits under the
 * form's own address until the way back, when the new value is in its field.
 */
interface Draft {
  values: Values;
  /** Which field waits for the new value. */
  campo: string;
  chosen: string | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const keyOf = (address: string) => `strato.bozza.${address}`;

export function leaveDraft(store: Store, address: string, values: Values, fieldName: string): void {
  store.setItem(keyOf(address), JSON.stringify({ values, campo: fieldName, chosen: null } satisfies Draft));
}

/** The value that was created, for the form that waits at `address`. False when none waits. */
export function answerDraft(store: Store, address: string, chosen: string): boolean {
  const draft = readDraft(store, address);
  if (!draft) return false;
  store.setItem(keyOf(address), JSON.stringify({ ...draft, chosen }));
  return true;
}

/** The values to put back, the created one included. */
export function draftValues(store: Store, address: string): Values | null {
  const draft = readDraft(store, address);
  if (!draft) return null;
  return draft.chosen === null ? draft.values : { ...draft.values, [draft.campo]: draft.chosen };
}

/** Once its values are back in the form, a draft waits no more. */
export function dropDraft(store: Store, address: string): void {
  store.removeItem(keyOf(address));
}

function readDraft(store: Store, address: string): Draft | null {
  try {
    const draft = JSON.parse(store.getItem(keyOf(address)) ?? 'null') as Draft | null;
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
