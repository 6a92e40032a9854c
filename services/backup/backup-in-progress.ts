import { retryUntil } from '../platform/start/retry-until.ts';

/** Error for a backup that was not begun because another one is in progress. */
export class BackupUnderWay extends Error {
  constructor() {
    super('A backup of this portal is under way already: this one was not begun.');
    this.name = 'BackupUnderWay';
  }
}

/** Milliseconds that a scheduled backup waits for another one to end. The backup of a killed portal takes a while to stop. */
export const PATIENCE_MS = 60_000;

/** Retries `attempt` while another backup is in progress, for at most `patience` ms. */
export const afterTheOther = <T>(attempt: () => Promise<T>, patience: number): Promise<T> =>
  patience === 0 ? attempt() : retryUntil(attempt, (error) => error instanceof BackupUnderWay, { timeoutMs: patience });
