import type { z } from 'zod';
import type { JsonObject } from '../core/events.ts';

/**
 * Lanes of the job queue; jobs of one lane wait for each other, and each lane has a slot of its own. `posta`: mails, reminders, warnings.
 * `persona`: jobs that a person waits for. `lungo`: long jobs.
 */
export const LANES = ['posta', 'persona', 'lungo'] as const;
export type Lane = (typeof LANES)[number];

/** A kind of background job: the contract between the module that requests it and the one that runs it. */
export interface JobDefinition<D extends JsonObject = JsonObject> {
  /** Name of the kind in the queue, on the screens, such as `esporta-allegati`. */
  kind: string;
  data: z.ZodType<D>;
  lane: Lane;
  /** Only one job of the kind runs at a time. */
  oneAtATime?: boolean;
  /** Jobs of the kind run oldest first, since a later one builds on the result of an earlier one. */
  inOrder?: boolean;
  /**
   * Cancelling is refused from the request (`asked`) or from the start (`running`), since a partial run would leave inconsistent records.
   */
  notCancelled?: 'asked' | 'running';
  /** The handler itself ends a job that was interrupted twice. */
  endsItself?: boolean;
  /** The portal starts the job as a consequence of a person's action; it does not count towards that person's limit. */
  ofThePortal?: boolean;
  /** Days for which results are kept; a short default applies if absent. */
  resultDays?: number;
  /** The results belong to the firm: removing the job from one's own list deletes nothing. */
  ofTheFirm?: boolean;
  /** The job stays on the list after its results are deleted. */
  keepsRow?: boolean;
}

export function defineJob<D extends JsonObject>(def: JobDefinition<D>): JobDefinition<D> {
  return def;
}
