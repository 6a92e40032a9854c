import { addDays, isCalendarDate } from '#contracts/core/dates.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { firstOfMonth, lastOfMonth, monthAfter, monthOf, type Period as Days } from '#contracts/core/period.ts';
import { RELATIVE_PERIODS } from '#contracts/core/saved-view.ts';
import { periodAround } from '#web/ui/period/period-steps.ts';
import type { Filters } from '../../register.api.ts';

/** Days that a filter names relative to today. */
export const PERIODS = RELATIVE_PERIODS;
export type Period = (typeof PERIODS)[number];

type FilterValue = string | number | null;

/** Condition on one column, in the shape that the address holds. All but `periodo` are conditions of the server's `filtri`. */
export type ColumnFilter =
  readonly FilterValue[] | { contiene: string } | { da?: string | number; a?: string | number } | { periodo: Period } | { vuoto: boolean };

/** Conditions by column. */
export type ColumnFilters = Readonly<Record<string, ColumnFilter>>;

/** Kind of condition of a column; `presence`: whether it has a value. */
export type FilterKind = 'text' | 'number' | 'date' | 'choices' | 'presence';

/** A column that can be filtered, as heads, panels and chips show it. */
export interface FilterColumn {
  label: string;
  kind: FilterKind;
  /** Decimals of a number's bounds, and whether its thousands are grouped. */
  decimals: number;
  grouped: boolean;
  /** Returns a value as the list shows it. */
  words(value: string | number | null): string;
}

/** Maximum length of the conditions in an address. */
const LONGEST = 4000;

/** Returns the kind of condition of the column `name`; `null` for a column that is no field. */
export function filterKind(def: AnyRegister, name: string): FilterKind | null {
  if (name === 'utente') return 'choices';
  if (name === def.key.field) return def.key.kind === 'natural' ? 'text' : 'number';
  const field = def.fields[name];
  if (field) return kindOf(field);
  return Object.hasOwn(def.list.computed ?? {}, name) ? 'number' : null;
}

function kindOf(field: Field): FilterKind {
  switch (field.kind) {
    case 'number':
      return field.words ? 'choices' : 'number';
    case 'money':
      return 'number';
    case 'date':
      return 'date';
    case 'choice':
    case 'flag':
    case 'ref':
      return 'choices';
    case 'text':
    case 'note':
    case 'multi':
      return 'text';
    case 'color':
    case 'url':
    case 'document':
    case 'photo':
      return 'presence';
  }
}

/** Reads the conditions of an address. Leaves out what is no valid condition of the column, and names it in `omissions`. */
export function parseColumnFilters(
  text: string | null,
  kindOfColumn: (name: string) => FilterKind | null,
): { filters: ColumnFilters; omissions: readonly string[] } {
  if (!text) return { filters: {}, omissions: [] };
  const parsed = text.length > LONGEST ? null : parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return { filters: {}, omissions: ['filtri'] };
  const valid: [string, ColumnFilter][] = [];
  const omissions: string[] = [];
  for (const [name, condition] of Object.entries(parsed)) {
    const kind = kindOfColumn(name);
    if (kind !== null && isCondition(kind, condition)) valid.push([name, condition]);
    else omissions.push(name);
  }
  return { filters: Object.fromEntries(valid), omissions };
}

/** Returns the conditions that an address holds, valid or not. */
export function conditionsIn(text: string): ColumnFilters {
  const parsed = parseJson(text);
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as ColumnFilters) : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCondition(kind: FilterKind, condition: unknown): condition is ColumnFilter {
  if (Array.isArray(condition)) return kind === 'choices' && condition.length > 0 && condition.every(isValue);
  if (typeof condition !== 'object' || condition === null) return false;
  const names = Object.keys(condition);
  const { contiene, da, a, periodo, vuoto } = condition as Record<string, unknown>;
  if (names.join() === 'vuoto') return typeof vuoto === 'boolean';
  if (names.join() === 'contiene')
    return kind === 'text' && typeof contiene === 'string' && contiene.trim() !== '' && contiene.length <= 200;
  if (names.join() === 'periodo') return kind === 'date' && PERIODS.includes(periodo as Period);
  if (names.length === 0 || names.some((name) => name !== 'da' && name !== 'a')) return false;
  return [da, a].every((bound) => bound === undefined || (kind === 'date' ? isDay(bound) : kind === 'number' && Number.isFinite(bound)));
}

const isValue = (value: unknown): value is FilterValue => value === null || typeof value === 'string' || Number.isFinite(value);
const isDay = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDate(value);

/** Returns the first and last day of a period around `today`. */
export function daysOf(period: Period, today: string): { da: string; a: string } {
  const { dal, al } = periodOf(period, today);
  return { da: dal, a: al };
}

function periodOf(period: Period, today: string): Days {
  switch (period) {
    case 'oggi':
      return { dal: today, al: today };
    case 'prossimi30':
      return { dal: today, al: addDays(today, 30) };
    case 'trimestre': {
      const first = monthAfter(monthOf(today), -((Number(today.slice(5, 7)) - 1) % 3));
      return { dal: firstOfMonth(first), al: lastOfMonth(monthAfter(first, 2)) };
    }
    default:
      return periodAround(period, today);
  }
}

/** Adds the conditions of columns to a list's own filters; a row must meet both. */
export function withColumnFilters(ownFilters: Filters, filters: ColumnFilters, today: string): Filters {
  const all: Record<string, unknown> = { ...ownFilters };
  for (const [name, filter] of Object.entries(filters)) {
    const condition = 'periodo' in filter ? daysOf(filter.periodo, today) : filter;
    all[name] = name in ownFilters ? joinConditions(ownFilters[name], condition) : condition;
  }
  return all;
}

/** Joins a list's own condition with one of the person's on the same field. */
function joinConditions(ownCondition: unknown, condition: Exclude<ColumnFilter, { periodo: Period }>): unknown {
  if (!Array.isArray(condition))
    return typeof ownCondition === 'object' && ownCondition !== null && !Array.isArray(ownCondition)
      ? { ...ownCondition, ...condition }
      : ownCondition;
  const excluded =
    typeof ownCondition === 'object' && ownCondition !== null && 'diverso' in ownCondition ? [ownCondition.diverso].flat() : [];
  return condition.filter((value) => !excluded.includes(value));
}
