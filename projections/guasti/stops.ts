import { STOPPED } from '#contracts/modules/macchinari.ts';
import { sql, type RawBuilder } from 'kysely';

/** A fault `g` that a machine stands still for. */
const isStop = sql`not g.eliminato and g.ferma = 1 and g.quando is not null`;

/** It stands still for it on a day: from the day of the report until that of the release, which is free again. */
export const stopsOn = (day: RawBuilder<unknown>) =>
  sql<boolean>`${isStop} and g.quando <= ${day} and (g.chiuso_il is null or g.chiuso_il > ${day})`;

/** Whether the machine `r` of a list stands still. */
export const standsStill = sql`exists (select 1 from guasti g where g.matricola = r.matricola and ${isStop} and g.chiuso_il is null)`;

/** Since when the machine `r` of a list stands still, in words; null where it does not. */
export const whyStopped = sql`(select ${sql.lit(STOPPED)} || ': dal ' || to_char(min(g.quando), 'YYYY-MM-DD') from guasti g
  where g.matricola = r.matricola and ${isStop} and g.chiuso_il is null)`;
