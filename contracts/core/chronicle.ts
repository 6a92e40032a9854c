import type { Values } from './define-register.ts';
import type { JsonObject } from './events.ts';
import type { Field } from './fields.ts';
import type { RegisterAccess } from './permissions.ts';

/**
 * Facts that belong to no register's record but appear in the portal's history, such as the result of a job. Each fact is an entry of its
 * own, visible to everyone who may view the area.
 */
export interface Chronicle {
  /** Used in place of a register's path. */
  path: string;
  access: RegisterAccess;
  labels: { one: string };
  /** Field of the event that holds the number of the subject. */
  key: { field: string; label: string };
  /** Fields that an entry shows, in this order. */
  fields: Readonly<Record<string, Field>>;
  /** By event type: the action, worded to follow the person's name, and the values to show. */
  events: Readonly<Record<string, (data: JsonObject) => { sentence: string; values: Values; kind?: 'eliminato' }>>;
  /** Browser route of the page that shows the subject. */
  route: string;
}
