import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { PERIODS, type Group, type GroupSum, type Period } from '#contracts/core/groups.ts';
import { firstOfMonth, lastOfMonth, type Period as Days } from '#contracts/core/period.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { periodLabel } from '#web/ui/period/period-steps.ts';
import type { Filters } from '../register.api.ts';
import { filterKind } from './filters/column-filter.ts';
import { valueInWords } from './filters/filter-words.ts';

/** A column by which a list is grouped. `period`: for a date, the days that are one group. */
export interface Grouping {
  field: string;
  period: Period | null;
}

const PERIOD_WORDS: Readonly<Record<Period, string>> = { giorno: 'per giorno', mese: 'per mese', anno: 'per anno' };

/** Returns the groupings that these columns allow, with the words of the menu. */
export function groupingsOf(def: AnyRegister, columns: readonly string[]): { text: string; label: string }[] {
  return columns.flatMap((name) => {
    const kind = filterKind(def, name);
    const label = labelOf(def, name);
    if (kind === 'date') {
      // nobody looks for the deadlines of one day among all
      const periods = PERIODS.filter((period) => period !== 'giorno' || !def.list.scadenze?.includes(name));
      return periods.map((period) => ({ text: `${name}:${period}`, label: `${label}, ${PERIOD_WORDS[period]}` }));
    }
    return kind === 'choices' || (kind === 'text' && name !== def.key.field && def.fields[name]?.kind !== 'note')
      ? [{ text: name, label }]
      : [];
  });
}

/** Reads a grouping of the address, `field` or `field:period`; `null` if the list has no such grouping. */
export function parseGrouping(def: AnyRegister, columns: readonly string[], text: string): Grouping | null {
  if (!groupingsOf(def, columns).some((one) => one.text === text)) return null;
  const [field = '', period] = text.split(':');
  return { field, period: PERIODS.find((one) => one === period) ?? null };
}

/** Returns the filter that selects the rows of a group. */
export function filterOfGroup({ field, period }: Grouping, value: Group['valore']): Filters {
  if (value === null) return { [field]: { vuoto: true } };
  if (period === null) return { [field]: [value] };
  const { dal, al } = daysOfGroup(period, String(value));
  return { [field]: { da: dal, a: al } };
}

/** Returns the days of a group of dates: of the day, month or year that its value names. */
function daysOfGroup(period: Period, value: string): Days {
  if (period === 'giorno') return { dal: value, al: value };
  return period === 'mese' ? { dal: firstOfMonth(value), al: lastOfMonth(value) } : { dal: `${value}-01-01`, al: `${value}-12-31` };
}

/** Returns the name of a group: its value as lists show it, a month as "novembre 2026". */
export function groupInWords(def: AnyRegister, { field, period }: Grouping, value: Group['valore']): string {
  return value === null || period !== 'mese' ? valueInWords(def, field, value) : periodLabel(daysOfGroup(period, String(value)));
}

/** Returns a sum with the name of its field: "Totale € 1.234,50", "Quantità 3,5 ml". */
export function sumInWords(def: AnyRegister, { campo, unita, somma }: GroupSum): string {
  const field = def.fields[campo];
  const label = labelOf(def, campo);
  if (field?.kind === 'money') return `${label} ${formatEuro(somma)}`;
  return `${label} ${formatNumber(somma, field?.kind === 'number' ? field.decimals : 2)}${unita === null ? '' : ` ${unita}`}`;
}
