import type { z } from 'zod';
import type { Chronicle } from './chronicle.ts';
import type { JsonObject, Upcast } from './events.ts';

/** Event type → what its data hold. */
export type EventSchemas = Readonly<Record<string, z.ZodType<JsonObject>>>;

/** The facts of a module, beyond the events that its registers' definitions make: of named commands, of jobs, of no record at all. */
export interface ModuleFacts {
  /** Its name. */
  of: string;
  events: EventSchemas;
  /** What the history tells some of them with, where no screen has to know: the browser has them told by the calls alone. */
  chronicles?: readonly Chronicle[];
  /** Those that one command records many of, a record each: the trail shows them as one entry that opens to its lines. */
  together?: readonly string[];
  /** Types that were recorded once and are no more, of its facts or of its registers: how each is read now. */
  upcasts?: Readonly<Record<string, Upcast>>;
}

/** A fact of a module, as a decider wants it recorded: type and data fit each other. */
export interface FactOf<E extends EventSchemas, N extends keyof E> {
  type: N & string;
  data: z.output<E[N]>;
}

/** One of several facts of a module. */
export type OneOf<E extends EventSchemas, N extends keyof E> = { [K in N]: FactOf<E, K> }[N];

/** A fact of these; an event that is not declared there, or data that do not fit it, do not compile. */
export const factOf = <E extends EventSchemas, const N extends keyof E & string>(
  _declared: E,
  type: N,
  data: z.output<E[N]>,
): FactOf<E, N> => ({ type, data });
