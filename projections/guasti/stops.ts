import { sql, type RawBuilder } from 'kysely';

/** A fault `g` that a machine stands still for. */
const isStop = sql`not g.eliminato and g.ferma = 1 and g.quando is not null`;

/** It stands still for it on a day: from the day of the report until that of the release, which is free again. */
export const stopsOn = (day: RawBuilder<unknown>) =>
  sql`${isStop} and g.quando <= ${day} and (g.chiuso_il is null or g.chiuso_il > ${day})`;

/** It stands still for it now. */
export const stopsNow = sql`${isStop} and g.chiuso_il is null`;

/** The last day that counts as stood still, the first at least; `today` where it is not over. */
export const lastStopped = (today: RawBuilder<unknown>) =>
  sql`case when g.chiuso_il is null then ${today} else greatest(g.chiuso_il - 1, g.quando) end`;

export { isStop };
