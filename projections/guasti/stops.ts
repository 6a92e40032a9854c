import { STOPPED } from '#contracts/modules/macchinari.ts';
import { sql, type RawBuilder } from 'kysely';

/** SQL condition: the fault `g` stops its machine. */
const isStop = sql`not g.eliminato and g.ferma = 1 and g.quando is not null`;

/** Builds the condition that the fault `g` stops its machine on a day: from the day of the report, up to and without the release. */
export const stopsOn = (day: RawBuilder<unknown>) =>
  sql<boolean>`${isStop} and g.quando <= ${day} and (g.chiuso_il is null or g.chiuso_il > ${day})`;

/** SQL condition: an open fault stops the machine `r` of a list. */
export const standsStill = sql`exists (select 1 from guasti g where g.matricola = r.matricola and ${isStop} and g.chiuso_il is null)`;

/** SQL of the text that says since when the machine `r` of a list stands still; null if the machine works. */
export const whyStopped = sql`(select ${sql.lit(STOPPED)} || ': dal ' || to_char(min(g.quando), 'YYYY-MM-DD') from guasti g
  where g.matricola = r.matricola and ${isStop} and g.chiuso_il is null)`;
