import type { Expression } from 'kysely';
import type { ListColumn } from './catalogue.ts';

/** Returns columns by which rows can be filtered and grouped, each with its type and the expression of its value. */
export const listColumns = (
  columns: Readonly<Record<string, readonly [type: ListColumn['type'], value: Expression<unknown>]>>,
): ReadonlyMap<string, ListColumn> =>
  new Map(Object.entries(columns).map(([name, [type, value]]) => [name, { name, type, expression: value }]));
