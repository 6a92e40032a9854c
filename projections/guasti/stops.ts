import { STOPPED } from '#contracts/modules/macchinari.ts';
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import type { ReadDatabase } from '../database.ts';

const eb = expressionBuilder<ReadDatabase & { g: ReadDatabase['guasti']; r: ReadDatabase['macchinari'] }, 'g' | 'r'>();

/** Condition that the fault `g` stops its machine. */
const isStop = eb.and([eb.not('g.eliminato'), eb('g.ferma', '=', eb.lit(1)), eb('g.quando', 'is not', null)]);

/** Builds the condition that the fault `g` stops its machine on a day: from the day of the report, up to and without the release. */
export const stopsOn = (day: string): Expression<SqlBool> =>
  eb.and([isStop, eb('g.quando', '<=', day), eb.or([eb('g.chiuso_il', 'is', null), eb('g.chiuso_il', '>', day)])]);

/** Selects the open faults `g` that stop the machine `r` of a list. */
const openStops = eb.selectFrom('guasti as g').whereRef('g.matricola', '=', 'r.matricola').where(isStop).where('g.chiuso_il', 'is', null);

/** Condition that an open fault stops the machine `r` of a list. */
export const standsStill = eb.exists(openStops.select('g.id'));

/** Text that says since when the machine `r` of a list stands still; null if the machine works. */
export const whyStopped = openStops.select(({ eb: of, fn }) =>
  of(sql.lit(`${STOPPED}: dal `), '||', fn<string>('to_char', [fn.min('g.quando'), sql.lit('YYYY-MM-DD')])).as('perche'),
);
