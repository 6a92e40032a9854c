import type { z } from 'zod';
import type { JsonObject } from '../core/events.ts';

/** A kind of background work: what the asking side (services) and the doing side (workers) agree on. */
export interface JobDefinition<D extends JsonObject = JsonObject> {
  /** `esporta-allegati`: name of the kind in the queue, on the screens and of its files in workers/jobs. */
  kind: string;
  data: z.ZodType<D>;
  /** The oldest one first, and no other while it runs. */
  oneAtATime?: boolean;
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
