import type { DueItem } from '../modules/scadenze/board.ts';
import type { ReminderFailure } from '../modules/scadenze/reminder-facts.ts';

/** The due items and the number of unread notices of which a person is reminded on a morning. */
export interface Digest {
  memberID: string;
  name: string | null;
  /** Mail address; `null` if the person has no usable one. */
  address: string | null;
  rows: readonly DueItem[];
  /** Number of unread notices. */
  notices: number;
  /** Failure of the person's previous reminder, if it was not sent. */
  lastFailure: ReminderFailure | null;
}

/** Finds the reminders of a day. Implemented by the read models, passed to the workers at start. */
export interface ReminderReader {
  /**
   * Returns the digests by user name, without people who have neither due items nor notices since their last digest. Waits until the read models have processed all recorded events.
   */
  digestsOf(giorno: string): Promise<Digest[]>;
}
