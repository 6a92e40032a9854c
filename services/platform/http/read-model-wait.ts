/** Milliseconds within which a recorded change is expected in the read tables. */
export const ACCEPTED_DELAY_MS = 10_000;

/** Read your own writes: a write answers when the read models show it, or after a bounded wait. */
export interface ReadModelWait {
  /** True when every running projection has passed `position`; false after `timeoutMs` ms (2,000 by default). */
  until(position: string, timeoutMs?: number): Promise<boolean>;
  /** Told by a runner in this process what every active projection has passed. */
  passed?(position: string): void;
}
