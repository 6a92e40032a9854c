import { sql, type RawBuilder } from 'kysely';

/** The calendar date in Rome. */
export const ROME_TODAY = sql`(now() at time zone 'Europe/Rome')::date`;

/**
 * Builds the condition that a row `s` of scadenze_manutenzione is due on a day: its hours are reached, or its date is not after the day.
 * Every query uses this condition.
 */
export const dueOn = (day: RawBuilder<unknown>) => sql<boolean>`(s.ore_mancanti <= 0 or s.scadenza <= ${day})`;

/** Condition that a row `s` of scadenze_manutenzione is due today. */
export const dueToday = dueOn(ROME_TODAY);

const ofMachine = (day: RawBuilder<unknown>) => sql`from scadenze_manutenzione s where s.matricola = r.matricola and ${dueOn(day)}`;

/** Condition that a maintenance deadline of row `r`'s matricola is due; `r` may be of any table with a matricola. */
export const maintenanceDue = sql`exists (select 1 ${ofMachine(ROME_TODAY)})`;

/** The same on a day, in a form that a statement computes once for all rows. */
export const maintenanceDueOn = (day: RawBuilder<unknown>) =>
  sql`r.matricola in (select s.matricola from scadenze_manutenzione s where ${dueOn(day)})`;

/** Hours by which the most overdue item of row `r`'s matricola exceeds its limit; null if no item is due by hours. */
export const hoursOverdue = sql`(select max(-s.ore_mancanti) from scadenze_manutenzione s where s.matricola = r.matricola and s.ore_mancanti <= 0)`;

/** Overdue hours in Italian number format. */
const hours = sql`rtrim(translate(to_char(-s.ore_mancanti, 'FM999,999,999,990.99'), ',.', '.,'), ',')`;

/** Builds the reason why the row `s` is due on a day: "Filtro olio: oltre di 12 h", "Antigelo: scaduta il 2026-11-03". */
const whyDueOn = (day: RawBuilder<unknown>) => sql<string>`s.manutenzione || ': ' || concat_ws(', ',
  case when s.ore_mancanti = 0 then 'ore raggiunte' when s.ore_mancanti < 0 then 'oltre di ' || ${hours} || ' h' end,
  case when s.scadenza <= ${day} then 'scaduta il ' || to_char(s.scadenza, 'YYYY-MM-DD') end)`;

/** Reason why the row `s` is due today. */
export const whyDue = whyDueOn(ROME_TODAY);

/** Missing hours of a row `s` whose hours are reached, else null. Ordered by it and by date, the most overdue rows come first. */
export const hoursIfReached = sql<number | null>`case when s.ore_mancanti <= 0 then s.ore_mancanti end`;

/** Builds all reasons why maintenance of row `r`'s matricola is due on a day, one per line. */
export const whyMachineDueOn = (day: RawBuilder<unknown>) =>
  sql`(select string_agg(${whyDueOn(day)}, e'\\n' order by ${hoursIfReached}, s.scadenza, s.manutenzione collate "it-x-icu") ${ofMachine(day)})`;
