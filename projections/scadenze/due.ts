import { sql, type RawBuilder } from 'kysely';

/** The calendar date in Rome. */
export const ROME_TODAY = sql`(now() at time zone 'Europe/Rome')::date`;

/** Whether a row `s` of scadenze_manutenzione is due on a day: its hours are reached, or its date is that day or past. The one condition of whoever asks. */
export const dueOn = (day: RawBuilder<unknown>) => sql`(s.ore_mancanti <= 0 or s.scadenza <= ${day})`;

/** The same, today. */
export const dueToday = dueOn(ROME_TODAY);

const ofMachine = sql`from scadenze_manutenzione s where s.matricola = r.matricola and ${dueToday}`;

/** Whether anything of a machine, or of whatever else has a matricola that is in the list of deadlines, is due. */
export const maintenanceDue = sql`exists (select 1 ${ofMachine})`;

/** Hours past the figure of its item that is most overdue by hours. */
export const hoursOverdue = sql`(select max(-s.ore_mancanti) from scadenze_manutenzione s where s.matricola = r.matricola and s.ore_mancanti <= 0)`;

/** As Italian writes them. */
const hours = sql`rtrim(translate(to_char(-s.ore_mancanti, 'FM999,999,999,990.99'), ',.', '.,'), ',')`;

/** Why a row that is due is due: "Filtro olio: oltre di 12 h", "Antigelo: scaduta il 2026-11-03". */
export const whyDue = sql`s.manutenzione || ': ' || concat_ws(', ',
  case when s.ore_mancanti = 0 then 'ore raggiunte' when s.ore_mancanti < 0 then 'oltre di ' || ${hours} || ' h' end,
  case when s.scadenza <= ${ROME_TODAY} then 'scaduta il ' || to_char(s.scadenza, 'YYYY-MM-DD') end)`;

/** The most overdue by hours first, then by date. */
export const worstFirst = sql`case when s.ore_mancanti <= 0 then s.ore_mancanti end, s.scadenza`;

/** Every reason of a machine, a line each. */
export const whyMachineDue = sql`(select string_agg(${whyDue}, e'\\n' order by ${worstFirst}, s.manutenzione collate "it-x-icu") ${ofMachine})`;
