import type { Values } from './define-register.ts';
import type { JsonObject } from './events.ts';
import type { Field } from './fields.ts';
import type { RegisterAccess } from './permissions.ts';

/**
 * Facts that are of no register's record and that the portal's history still tells: what a job
 * worked out, for one. Each fact is an entry of its own, seen by who sees the area.
 */
export interface Chronicle {
  /** In the place of a register's path. */
  path: string;
  access: RegisterAccess;
  labels: { one: string };
  /** Field of the event that numbers what it speaks of. */
  key: { field: string; label: string };
  /** What an entry shows, in this order. */
  fields: Readonly<Record<string, Field>>;
  /** By event type: what was done, after the name of the person, and the values to be shown. */
  events: Readonly<Record<string, (data: JsonObject) => { sentence: string; values: Values; kind?: 'eliminato' }>>;
  /** Where people find it. */
  route: string;
}
