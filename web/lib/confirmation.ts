import { atom } from 'jotai';
import { store } from './store.ts';

/** A pending request to confirm with password or code; all callers wait for the same promise. */
interface Confirmation {
  promise: Promise<boolean>;
  resolve(confirmed: boolean): void;
}
export const confirmationAtom = atom<Confirmation | null>(null);

/** Asks the person for password or code over the page. Resolves to whether they confirmed. */
export function requireConfirmation(): Promise<boolean> {
  const confirmation = store.get(confirmationAtom);
  if (confirmation) return confirmation.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  store.set(confirmationAtom, { promise, resolve });
  return promise;
}

export function endConfirmation(confirmed: boolean): void {
  store.get(confirmationAtom)?.resolve(confirmed);
  store.set(confirmationAtom, null);
}
