import type { z } from 'zod';
import type { EventSchemas, OneOf } from '#contracts/core/facts.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Decision, JsonObject, StoredEvent } from '#contracts/core/events.ts';
import type { Action } from '#contracts/core/permissions.ts';
import type { StreamState } from '#contracts/core/record-state.ts';
import type { NamedCall, Sender } from '#contracts/ports/dispatch.ts';
import { invalidData } from './http/problem.ts';

/** Key of the record that a named command concerns, and the sender of the command. */
export interface CommandTarget {
  key: string | number;
  sender: Sender;
}

/** Parsed command: a function that decides the events to record, or one that returns new values of the record's own fields. */
export type ParsedCommand =
  | { decide(asked: CommandTarget, state: StreamState, events: readonly StoredEvent[]): readonly Decision[] }
  | { values(asked: CommandTarget): Values };

/** A command on a record beyond create, change, delete and restore, as the dispatch knows it. */
export interface NamedCommand {
  register: AnyRegister;
  name: string;
  /** Right on this record that the command requires; `self` if the record must be the person's own. */
  right: Action | 'self';
  /** Event types that the command may record. */
  records: readonly string[];
  /**
   * Parses the body; throws DomainError if it is invalid. The dispatch checks existence, rights and `If-Match` before it calls the result.
   */
  read(body: JsonObject): ParsedCommand;
}

/** Named command of a module, with the function that builds a call to it. */
export interface Callable<B extends JsonObject> extends NamedCommand {
  body: z.ZodType<B>;
  call(key: string | number, body: B, readVersion?: number | null): NamedCall;
}

interface On<B extends JsonObject> {
  on: AnyRegister;
  right: Action | 'self';
  body: z.ZodType<B>;
}

/** Creates a named command that records events of a module. The types of body, decision and events must agree. */
export function command<E extends EventSchemas, B extends JsonObject, const N extends keyof E & string>(
  name: string,
  def: On<B> & {
    /** Schemas of the module's events. */
    of: E;
    records: readonly N[];
    decide(asked: CommandTarget & { body: B }, state: StreamState, events: readonly StoredEvent[]): readonly OneOf<E, N>[];
  },
): Callable<B> {
  return namedCommand(name, def, def.records, (body) => ({
    decide: (asked, state, events) => def.decide({ ...asked, body }, state, events),
  }));
}

/** Creates a named command that changes fields of its record. The change is recorded as an ordinary change event. */
export function changeCommand<B extends JsonObject>(
  name: string,
  def: On<B> & { values(asked: CommandTarget & { body: B }): Values },
): Callable<B> {
  return namedCommand(name, def, [def.on.events.changed], (body) => ({ values: (asked) => def.values({ ...asked, body }) }));
}

function namedCommand<B extends JsonObject>(
  name: string,
  { on, right, body: schema }: On<B>,
  records: readonly string[],
  answer: (body: B) => ParsedCommand,
): Callable<B> {
  return {
    register: on,
    name,
    right,
    records,
    body: schema,
    read(sent) {
      const { data, error } = schema.safeParse(sent);
      if (error) throw invalidData(error);
      return answer(data as B);
    },
    call: (key, body, readVersion) => ({ register: on.path, action: 'named', name, key, body, readVersion }),
  };
}
