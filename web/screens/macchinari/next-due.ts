import { daysBetween } from '#contracts/core/dates.ts';
import { addMonths } from '#contracts/modules/scadenze/due-date.ts';
import { formatNumber } from '#web/lib/format.ts';

/** Next maintenance of a plan's row, as the portal computed it. */
// a type, since an interface does not fit a record of names
export type Next = { ore_mancanti: number | null; scadenza: string | null };

export interface NextDue {
  text: string;
  due: boolean;
}

/** Returns the next maintenances of a component, by hours and by months, due ones first. */
export function nextDue({ ore_mancanti, scadenza }: Next, today: string): NextDue[] {
  const all = [
    ...(ore_mancanti === null ? [] : [{ text: hoursText(ore_mancanti), due: ore_mancanti <= 0 }]),
    ...(scadenza === null ? [] : [{ text: `${dateText(scadenza, today)}, ${scadenza}`, due: scadenza <= today }]),
  ];
  return all.toSorted((a, b) => Number(b.due) - Number(a.due));
}

function hoursText(missing: number): string {
  if (missing === 0) return 'ore raggiunte';
  return missing > 0 ? `fra ${formatNumber(missing)} h` : `scaduta da ${formatNumber(-missing)} h`;
}

function dateText(date: string, today: string): string {
  if (date === today) return 'scade oggi';
  return date > today ? `fra ${spanText(today, date)}` : `scaduta da ${spanText(date, today)}`;
}

/** Formats a span of time: in whole months from one month on, else in days. */
function spanText(from: string, to: string): string {
  const calendar = (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  const months = addMonths(from, calendar) > to ? calendar - 1 : calendar;
  if (months > 0) return months === 1 ? '1 mese' : `${formatNumber(months, 0)} mesi`;
  const days = daysBetween(from, to);
  return days === 1 ? '1 giorno' : `${days} giorni`;
}
