import type { DueItem } from '../modules/scadenze/board.ts';
import type { ReminderFailure } from '../modules/scadenze/reminder-facts.ts';

/** What a person is to be reminded of on a morning. */
export interface Digest {
  memberID: string;
  name: string | null;
  /** `null`: the person has none that a mail can be sent to. */
  address: string | null;
  rows: readonly DueItem[];
  /** What came of the person's last digest before, where that was not sent. */
  lastFailure: ReminderFailure | null;
}

/** Finds the digests of a day. Implemented by the read models, given to the workers at start. */
export interface ReminderReader {
  /** By user name; people without anything due are left out. Waits until the read models hold all that was recorded. */
  digestsOf(giorno: string): Promise<Digest[]>;
}
