import type { AliasableExpression, Kysely } from 'kysely';
import type { Group } from '#contracts/core/groups.ts';
import type { ReadDatabase } from '../database.ts';

/** Page of the values of a column. */
export interface ValuesPage {
  limit: number;
  offset: number;
}

/**
 * Counts the rows of a query by their one column `valore`. Returns the values of the page, the largest first, and the number of all values;
 * the empty value counts as one.
 */
export async function valueCounts(
  db: Kysely<ReadDatabase>,
  rows: AliasableExpression<{ valore: Group['valore'] }>,
  { limit, offset }: ValuesPage,
): Promise<{ data: Group[]; totale: number }> {
  const groups = db
    .selectFrom(rows.as('r'))
    .select(({ cast, fn }) => ['r.valore', cast<number>(fn.countAll(), 'integer').as('quanti')])
    .groupBy('r.valore');
  const [data, { totale }] = await Promise.all([
    groups
      .orderBy('quanti', 'desc')
      .orderBy('r.valore', (order) => order.asc().nullsLast())
      .limit(limit)
      .offset(offset)
      .execute(),
    db
      .selectFrom(groups.as('g'))
      .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('totale'))
      .executeTakeFirstOrThrow(),
  ]);
  return { data: data.map((group) => ({ ...group, somme: [] })), totale };
}
