import { patiently } from '../platform/start/patience.ts';

/** Another one is under way. */
export class BackupUnderWay extends Error {
  constructor() {
    super('A backup of this portal is under way already: this one was not begun.');
    this.name = 'BackupUnderWay';
  }
}

/**
 * Milliseconds that a backup which nobody waits for gives another one to end: a portal that was killed leaves its own behind,
 * which then takes a while to close.
 */
export const PATIENCE_MS = 60_000;

/** Tries again while another is under way, for `patience` ms at most. */
export const afterTheOther = <T>(attempt: () => Promise<T>, patience: number): Promise<T> =>
  patience === 0 ? attempt() : patiently(attempt, (error) => error instanceof BackupUnderWay, { timeoutMs: patience });
