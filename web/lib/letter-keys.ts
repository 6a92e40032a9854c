import { atom, useAtomValue } from 'jotai';
import { readMemory, remember } from './device-memory.ts';
import { atomSession, session } from './session.ts';
import { store } from './store.ts';

const keyFor = (memberID: string) => `strato.tasti-singoli.${memberID}`;
/** Counts the changes, so that readers look at the device's memory again. */
const changes = atom(0);
const on = atom((get) => {
  get(changes);
  const memberID = get(atomSession)?.memberID;
  return memberID === undefined || readMemory(keyFor(memberID)) !== 'no';
});

/** Tells whether keys of one character act alone. People who dictate switch them off, since each spoken letter would act (WCAG 2.1.4). */
export const letterKeysOn = (): boolean => store.get(on);
export const useLetterKeys = (): boolean => useAtomValue(on);

/** Stores the person's choice on this device. */
export function setLetterKeys(enabled: boolean): void {
  const who = session();
  if (!who) return;
  remember(keyFor(who.memberID), enabled ? null : 'no');
  store.set(changes, (n) => n + 1);
}
