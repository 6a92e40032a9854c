import { MAX_RECENT, type Found } from '#contracts/modules/cerca/found.ts';
import type { DraftOwner } from './device-drafts.ts';
import { readMemory, remember } from './device-memory.ts';

const keyFor = (user: string): string => `strato.recenti.${user}`;

/** Returns the records that the person opened lately on this device, the latest first. They are encrypted, since titles name people. */
export function recentRecords({ user, cipher }: DraftOwner): Found[] {
  const sealed = readMemory(keyFor(user));
  const text = sealed === null ? null : cipher.open(sealed);
  try {
    const records: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(records) ? (records as Found[]) : [];
  } catch {
    return [];
  }
}

export function keepRecent({ user, cipher }: DraftOwner, records: readonly Found[]): void {
  remember(keyFor(user), cipher.seal(JSON.stringify(records.slice(0, MAX_RECENT))));
}

export const sameRecord = (one: Pick<Found, 'tabella' | 'id'>, other: Pick<Found, 'tabella' | 'id'>): boolean =>
  one.tabella === other.tabella && one.id === other.id;

/** Puts a record that was opened before the others. */
export function addRecent(owner: DraftOwner, record: Found): void {
  keepRecent(owner, [record, ...recentRecords(owner).filter((one) => !sameRecord(one, record))]);
}

/** Removes the list of a person, who has signed out. */
export const forgetRecent = (user: string): void => remember(keyFor(user), null);
