import { expressionBuilder, sql, type Expression } from 'kysely';
import type { ReadDatabase } from '../database.ts';
import { romeDay } from '../rome-days.ts';

type Deadlines = ReadDatabase['scadenze_manutenzione'];

const eb = expressionBuilder<ReadDatabase & { s: Deadlines; r: { matricola: string } }, 's' | 'r'>();

/** The calendar date in Rome. */
export const ROME_TODAY = romeDay(eb.fn<Date>('now'));

/**
 * Builds the condition that a row `s` of scadenze_manutenzione is due on a day: its hours are reached, or its date is not after the day.
 * Every query uses this condition.
 */
export const dueOn = (day: Expression<string>) => eb.or([eb('s.ore_mancanti', '<=', eb.lit(0)), eb('s.scadenza', '<=', day)]);

/** Condition that a row `s` of scadenze_manutenzione is due today. */
export const dueToday = dueOn(ROME_TODAY);

/** Selects the deadlines `s` of row `r`'s matricola; `r` may be of any table with a matricola. */
const ofMachine = eb.selectFrom('scadenze_manutenzione as s').whereRef('s.matricola', '=', 'r.matricola');

/** Condition that a maintenance deadline of row `r`'s matricola is due. */
export const maintenanceDue = eb.exists(ofMachine.select(eb.lit(1).as('one')).where(dueToday));

/** The same on a day, in a form that a statement computes once for all rows. */
export const maintenanceDueOn = (day: Expression<string>) =>
  eb('r.matricola', 'in', eb.selectFrom('scadenze_manutenzione as s').select('s.matricola').where(dueOn(day)));

/** Hours by which the most overdue item of row `r`'s matricola exceeds its limit; null if no item is due by hours. */
export const hoursOverdue = ofMachine
  .select(({ fn, neg }) => fn.max(neg('s.ore_mancanti')).as('ore'))
  .where('s.ore_mancanti', '<=', eb.lit(0));

/** Overdue hours in Italian number format. */
const hours = eb.fn<string>('rtrim', [
  eb.fn('translate', [eb.fn('to_char', [eb.neg('s.ore_mancanti'), sql.lit('FM999,999,999,990.99')]), sql.lit(',.'), sql.lit('.,')]),
  sql.lit(','),
]);

/** Tells the overdue hours. */
const byHours = eb
  .case()
  .when('s.ore_mancanti', '=', eb.lit(0))
  .then(sql.lit('ore raggiunte'))
  .when('s.ore_mancanti', '<', eb.lit(0))
  .then(eb(eb(sql.lit('oltre di '), '||', hours), '||', sql.lit(' h')))
  .end();

/** Tells the date, if it is not after a day. */
const byDate = (day: Expression<string>) =>
  eb
    .case()
    .when('s.scadenza', '<=', day)
    .then(eb(sql.lit('scaduta il '), '||', eb.fn<string>('to_char', ['s.scadenza', sql.lit('YYYY-MM-DD')])))
    .end();

/** Builds the reason why the row `s` is due on a day: "Filtro olio: oltre di 12 h", "Antigelo: scaduta il 2026-11-03". */
const whyDueOn = (day: Expression<string>) =>
  eb(eb('s.manutenzione', '||', sql.lit(': ')), '||', eb.fn<string>('concat_ws', [sql.lit(', '), byHours, byDate(day)]));

/** Reason why the row `s` is due today. */
export const whyDue = whyDueOn(ROME_TODAY);

/** Missing hours of a row `s` whose hours are reached, else null. Ordered by it and by date, the most overdue rows come first. */
export const hoursIfReached = eb.case().when('s.ore_mancanti', '<=', eb.lit(0)).then(eb.ref('s.ore_mancanti')).end();

/** Builds all reasons why maintenance of row `r`'s matricola is due on a day, one per line. */
export const whyMachineDueOn = (day: Expression<string>) =>
  ofMachine
    .select(({ fn }) =>
      fn
        .agg<string | null>('string_agg', [whyDueOn(day), sql.lit('\n')])
        .orderBy(hoursIfReached)
        .orderBy('s.scadenza')
        .orderBy('s.manutenzione', (order) => order.collate('it-x-icu'))
        .as('motivi'),
    )
    .where(dueOn(day));
