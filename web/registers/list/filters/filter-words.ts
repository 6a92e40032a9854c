import type { AnyRegister } from '#contracts/core/define-register.ts';
import { addDays } from '#contracts/core/dates.ts';
import { formatNumber } from '#web/lib/format.ts';
import { shortDay } from '#web/ui/period/period-steps.ts';
import { daysOf, type ColumnFilter, type FilterColumn, type Period } from './column-filter.ts';

export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  oggi: 'Oggi',
  settimana: 'Questa settimana',
  mese: 'Questo mese',
  trimestre: 'Questo trimestre',
  anno: 'Quest’anno',
  prossimi30: 'Prossimi 30 giorni',
};

export const EMPTY_LABEL = '(vuoto)';

/** Maximum number of values that a condition spells out. */
const SPELLED = 3;

/** Says what a condition does: "Scadenza assicurazione tra oggi e 23 dic", "Targa contiene «AB»". */
export function filterInWords({ label, kind, words: inWords }: FilterColumn, filter: ColumnFilter, today: string): string {
  if (isValues(filter)) {
    const words = filter.map((value) => inWords(value));
    const more = words.length > SPELLED ? ` e ${words.length - SPELLED + 1} altri` : '';
    return `${label}: ${words.slice(0, more ? SPELLED - 1 : SPELLED).join(', ')}${more}`;
  }
  if ('contiene' in filter) return `${label} contiene «${filter.contiene}»`;
  if ('vuoto' in filter) return `${label}: ${filter.vuoto ? 'vuoto' : 'non vuoto'}`;
  const { da, a } = 'periodo' in filter ? daysOf(filter.periodo, today) : filter;
  return kind === 'date'
    ? `${label} ${daysInWords(da as string | undefined, a as string | undefined, today)}`
    : `${label} ${numbersInWords(da, a)}`;
}

const isValues = (filter: ColumnFilter): filter is Extract<ColumnFilter, readonly unknown[]> => Array.isArray(filter);

/** Returns a value as lists show it. */
export function valueInWords(def: AnyRegister, name: string, value: string | number | null): string {
  if (value === null) return EMPTY_LABEL;
  const field = def.fields[name];
  if (field?.kind === 'flag') return Number(value) === 1 ? 'Sì' : 'No';
  if (field?.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? String(value);
  if (field?.kind === 'number') return field.words?.[Number(value)] ?? String(value);
  return String(value);
}

function daysInWords(from: string | undefined, to: string | undefined, today: string): string {
  if (from !== undefined && from === to) return `è ${dayInWords(from, today)}`;
  if (from === undefined) return `fino a ${dayInWords(to!, today)}`;
  return to === undefined ? `da ${dayInWords(from, today)}` : `tra ${dayInWords(from, today)} e ${dayInWords(to, today)}`;
}

function dayInWords(day: string, today: string): string {
  if (day === today) return 'oggi';
  if (day === addDays(today, 1)) return 'domani';
  if (day === addDays(today, -1)) return 'ieri';
  const year = day.slice(0, 4);
  return year === today.slice(0, 4) ? shortDay(day) : `${shortDay(day)} ${year}`;
}

function numbersInWords(from: string | number | undefined, to: string | number | undefined): string {
  const word = (bound: string | number | undefined) => formatNumber(Number(bound), 4);
  if (from !== undefined && from === to) return `= ${word(from)}`;
  if (from === undefined) return `fino a ${word(to)}`;
  return to === undefined ? `da ${word(from)}` : `da ${word(from)} a ${word(to)}`;
}
