/** Milliseconds within which a recorded change is expected in the read tables. */
export const ACCEPTED_DELAY_MS = 10_000;

/**
 * Wait for the read models, so that clients read their own writes. A write is answered once the read models contain it, or after a timeout.
 */
export interface ReadModelWait {
  /** Resolves to true once every running projection has passed `position`; to false after `timeoutMs` milliseconds (2,000 by default). */
  until(position: string, timeoutMs?: number): Promise<boolean>;
  /** Called by a projection runner in this process with the position that every active projection has passed. */
  passed?(position: string): void;
  /** Tells whether a request of this process waits. */
  awaited?(): boolean;
}
