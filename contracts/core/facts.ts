import type { z } from 'zod';
import type { Chronicle } from './chronicle.ts';
import type { AnyRegister } from './define-register.ts';
import type { Decision, JsonObject, Upcast } from './events.ts';

/** Schemas of event data, by event type. */
export type EventSchemas = Readonly<Record<string, z.ZodType<JsonObject>>>;

/** Facts of a module beyond the events of its registers' definitions: of named commands, of jobs, or without a record. */
export interface ModuleFacts {
  /** Name of the module. */
  of: string;
  events: EventSchemas;
  /** Chronicles for the history that no screen needs to know: the browser gets their entries from the API. */
  chronicles?: readonly Chronicle[];
  /** Conversions of event types that are no longer recorded, by old type. */
  upcasts?: Readonly<Record<string, Upcast>>;
}

/** A fact of a module as a decider records it, with data that match its type. */
export interface FactOf<E extends EventSchemas, N extends keyof E> extends Decision {
  type: N & string;
  data: z.output<E[N]>;
}

export type OneOf<E extends EventSchemas, N extends keyof E> = { [K in N]: FactOf<E, K> }[N];

type NameIn<D> = D extends unknown ? keyof D : never;
type ValueIn<D, K> = D extends unknown ? (K extends keyof D ? D[K] : never) : never;

/**
 * Data of a recorded fact of any of these types, under the types of their schemas. Facts of an older release may lack some, and `null` stands
 * for personal values of a forgotten person.
 */
export type RecordedData<E extends EventSchemas> = {
  readonly [K in NameIn<z.output<E[keyof E]>>]?: ValueIn<z.output<E[keyof E]>, K> | null;
};

/** Returns recorded data under the types of the declared facts. */
export const recordedData = <E extends EventSchemas>(_declared: E, data: JsonObject): RecordedData<E> => data as RecordedData<E>;

/** Builds a fact. An undeclared event type, or data that do not match its schema, do not compile. */
export const factOf = <E extends EventSchemas, const N extends keyof E & string>(
  _declared: E,
  type: N,
  data: z.output<E[N]>,
): FactOf<E, N> => ({ type, data }) as FactOf<E, N>;

/** Builds the event that creates, changes, deletes or restores a record. `data`: its key and the values that the event carries. */
export const registerEventOf = ({ events }: Pick<AnyRegister, 'events'>, change: keyof AnyRegister['events'], data: JsonObject): Decision =>
  ({ type: events[change], data }) as Decision;
