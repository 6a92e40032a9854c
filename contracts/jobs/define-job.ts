import type { z } from 'zod';
import type { JsonObject } from '../core/events.ts';

/**
 * Which jobs wait for each other: mails, reminders and warnings; what a person waits for; what takes
 * long. Each lane has a slot of its own.
 */
export const LANES = ['posta', 'persona', 'lungo'] as const;
export type Lane = (typeof LANES)[number];

/** A kind of background work: what the asking side (services) and the doing side (workers) agree on. */
export interface JobDefinition<D extends JsonObject = JsonObject> {
  /** `esporta-allegati`: name of the kind in the queue, on the screens and of its files in workers/jobs. */
  kind: string;
  data: z.ZodType<D>;
  lane: Lane;
  /** No other of its kind while one runs. */
  oneAtATime?: boolean;
  /** The oldest of its kind first: a later one finds what an earlier one did. */
  inOrder?: boolean;
  /** Half done it would leave records that disagree: it is not cancelled once it is asked for (`asked`) or once it runs (`running`). */
  notCancelled?: 'asked' | 'running';
  /** Its handler ends a job itself that was interrupted twice. */
  endsItself?: boolean;
  /** The portal's own doing, which follows from what a person did: counts for nobody. */
  ofThePortal?: boolean;
  /** How many days its results are kept; a few where it does not say. */
  resultDays?: number;
  /** Its results are the firm's: whoever asked for it takes it off the own list and no more. */
  ofTheFirm?: boolean;
  /** When its results go, what was done stays on the list. */
  keepsRow?: boolean;
}

export function defineJob<D extends JsonObject>(def: JobDefinition<D>): JobDefinition<D> {
  return def;
}
