import { MAX_RECENT, type SearchHit } from '#contracts/modules/cerca/search-hit.ts';
import type { DraftOwner } from './device-drafts.ts';
import { readMemory, remember } from './device-memory.ts';

const keyFor = (user: string): string => `strato.recenti.${user}`;

/** Returns the records that the person opened lately on this device, the latest first. They are encrypted, since titles name people. */
export function recentRecords({ user, cipher }: DraftOwner): SearchHit[] {
  const sealed = readMemory(keyFor(user));
  const text = sealed === null ? null : cipher.open(sealed);
  try {
    const records: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(records) ? (records as SearchHit[]) : [];
  } catch {
    return [];
  }
}

export function keepRecent({ user, cipher }: DraftOwner, records: readonly SearchHit[]): void {
  remember(keyFor(user), cipher.seal(JSON.stringify(records.slice(0, MAX_RECENT))));
}

export const sameRecord = (one: Pick<SearchHit, 'tabella' | 'id'>, other: Pick<SearchHit, 'tabella' | 'id'>): boolean =>
  one.tabella === other.tabella && one.id === other.id;

/** Puts a record that was opened before the others. */
export function addRecent(owner: DraftOwner, record: SearchHit): void {
  keepRecent(owner, [record, ...recentRecords(owner).filter((one) => !sameRecord(one, record))]);
}

/** Removes the list of a person, who has signed out. */
export const forgetRecent = (user: string): void => remember(keyFor(user), null);
