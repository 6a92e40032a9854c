import { sql, type RawBuilder } from 'kysely';

/** Whether an event is of these types; `undefined` where there are none. In the words of the index that finds them. */
export function ofTypes(types: readonly string[], evento: RawBuilder<unknown>): RawBuilder<unknown> | undefined {
  const [first, ...others] = types.map((type) => sql.lit(type));
  if (first === undefined) return undefined;
  return others.length === 0 ? sql`${evento} = ${first}` : sql`${evento} in (${sql.join([first, ...others])})`;
}
