import { sql, type Expression, type SqlBool } from 'kysely';
import { addDays, isCalendarDate, normaliseDate } from '#contracts/core/dates.ts';
import { NOTICE_DAYS } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { parseNumber } from '#contracts/core/field-schema.ts';
import type { ListColumn, ReadCatalogue } from '../catalogue.ts';
import type { ColumnType } from '../engine/columns.ts';
import { eb } from '../database/compiled.ts';
import { filterColumns, inRow } from './columns.ts';
import { anyOf, inItalian, SEARCH_COLUMN } from './register.table.ts';

export type Value = string | number | null;

export interface Conditions {
  /** Excluded values. Empty values always match. */
  diverso?: Value | readonly Value[];
  /** Bounds, both included. */
  da?: Value;
  a?: Value;
  contiene?: string;
  vuoto?: boolean;
}

/** Conditions by field, key, `utente` or `versione`; also `scaduti`, `in_scadenza` and the module's own filters. */
export type Filters = Record<string, Value | boolean | readonly Value[] | Conditions>;

type Where = Expression<SqlBool>;

const CONDITIONS = new Set(['diverso', 'da', 'a', 'contiene', 'vuoto']);

/** Returns the SQL conditions of the filters. Throws RICHIESTA_NON_VALIDA for unknown fields or invalid values. */
export function conditionsOf(catalogue: ReadCatalogue, def: AnyRegister, filters: Filters, today: string): Where[] {
  const columns = new Map([...filterColumns(def), ...computedColumns(catalogue, def)]);
  return Object.entries(filters).flatMap(([name, condition]) => {
    if (condition === undefined) return [];
    if (name === 'scaduti' && def.list.scadenze) return on(name, condition) ? [scaduti(deadlines(columns, def), today)] : [];
    if (name === 'in_scadenza' && def.list.scadenze) return on(name, condition) ? [inScadenza(deadlines(columns, def), today)] : [];
    const own = catalogue.filterOf(def, name);
    if (own) return on(name, condition) ? [own] : [];
    return columnConditions(columns, name, condition);
  });
}

/** Returns the SQL conditions on one column. Throws RICHIESTA_NON_VALIDA for an unknown column or invalid values. */
export function columnConditions(columns: ReadonlyMap<string, ListColumn>, name: string, condition: Filters[string]): Where[] {
  const column = columns.get(name);
  if (!column) throw refuse(name, 'Campo sconosciuto');
  return condition !== null && typeof condition === 'object' && !Array.isArray(condition)
    ? composite(column, condition as Conditions)
    : [equal(column, condition as Value | readonly Value[])];
}

/** Returns the computed columns by which the list can be filtered. */
const computedColumns = (catalogue: ReadCatalogue, def: AnyRegister): [string, ListColumn][] =>
  catalogue
    .computedColumns(def)
    .flatMap(({ name, type, computed }): [string, ListColumn][] =>
      computed && Object.hasOwn(def.list.computed ?? {}, name) ? [[name, { name, type, expression: computed }]] : [],
    );

const deadlines = (columns: ReadonlyMap<string, ListColumn>, { list }: AnyRegister): Expression<unknown>[] =>
  (list.scadenze ?? []).map((name) => inRow(columns.get(name)!));

const day = (date: string): Expression<unknown> => eb.cast(eb.val(date), 'date');

const scaduti = (fields: readonly Expression<unknown>[], today: string): Where => eb.or(fields.map((field) => eb(field, '<=', day(today))));

/** Condition that one of the dates lies ahead, within the notice days. */
const inScadenza = (fields: readonly Expression<unknown>[], today: string): Where =>
  eb.or(fields.map((field) => eb.and([eb(field, '>', day(today)), eb(field, '<=', day(addDays(today, NOTICE_DAYS)))])));

function composite(column: ListColumn, conditions: Conditions): Where[] {
  const { name } = column;
  for (const word of Object.keys(conditions)) if (!CONDITIONS.has(word)) throw refuse(name, `Condizione sconosciuta: ${word}`);
  const { diverso, da, a, contiene, vuoto } = conditions;
  const where: Where[] = [];
  if (diverso !== undefined) where.push(eb(eb.parens(equal(column, diverso)), 'is not', eb.lit(true)));
  if (da !== undefined && da !== null) where.push(eb(comparison(column), '>=', value(column, da)));
  if (a !== undefined && a !== null) where.push(eb(comparison(column), '<=', value(column, a)));
  if (contiene !== undefined) {
    if (typeof contiene !== 'string') throw refuse(name, 'Serve un testo');
    where.push(containsText([column], contiene));
  }
  if (vuoto !== undefined) {
    if (typeof vuoto !== 'boolean') throw refuse(name, 'Serve true oppure false');
    where.push(eb(inRow(column), vuoto ? 'is' : 'is not', null));
  }
  return where;
}

/** Returns the column for a comparison; texts compare in Italian order, as in the list. */
const comparison = (column: ListColumn): Expression<unknown> => (column.type === 'text' ? inItalian(inRow(column)) : inRow(column));

function equal(column: ListColumn, searched: Value | readonly Value[]): Where {
  const wanted = Array.isArray(searched) ? (searched as readonly Value[]) : [searched as Value];
  const full = wanted.filter((v) => v !== null).map((v) => value(column, v));
  const among = eb(inRow(column), '=', anyOf(full, comparisonType(column)));
  return full.length === wanted.length ? among : eb.or([among, eb(inRow(column), 'is', null)]);
}

/** Returns the type of a compared value; integers stay integers, so that the column's index is used. */
const comparisonType = ({ type: kind }: ListColumn): ColumnType => (kind === 'integer' || kind === 'smallint' ? 'bigint' : kind);

function value({ name, type: kind }: ListColumn, v: unknown): string | number {
  if (kind === 'text') {
    if (typeof v !== 'string' && typeof v !== 'number') throw refuse(name, 'Serve un testo');
    return withoutNul(name, String(v));
  }
  if (kind === 'date') {
    const data = normaliseDate(v);
    if (typeof data !== 'string' || !isCalendarDate(data)) throw refuse(name, 'Serve una data AAAA-MM-GG');
    return data;
  }
  const number = typeof v === 'boolean' ? Number(v) : parseNumber(v);
  if (typeof number !== 'number' || !Number.isFinite(number)) throw refuse(name, 'Serve un numero');
  if (kind !== 'numeric' && !Number.isSafeInteger(number)) throw refuse(name, 'Serve un numero intero');
  return number;
}

/**
 * Searches a text in columns, ignoring case and accent encoding; `%` and `_` are literal. Numbers match as displayed, dates in both
 * formats.
 */
function containsText(columns: readonly ListColumn[], text: string): Where {
  const modello = patternOf(columns[0]?.name ?? '', text);
  return eb.or(columns.map((column) => eb(asText(column), 'ilike', modello)));
}

const patternOf = (field: string, text: string): string =>
  `%${withoutNul(field, text)
    .normalize('NFC')
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function asText(listed: ListColumn): Expression<string> {
  const { type: kind } = listed;
  const column = inRow(listed);
  if (kind === 'text') return eb.fn('normalize', [column]);
  const text = eb.cast<string>(column, 'text');
  return kind === 'date' ? eb.parens(text, '||', eb.fn<string>('to_char', [column, sql.lit(' DD/MM/YYYY')])) : text;
}

/** Returns the conditions that each word occurs in one of the register's search fields. */
export function searchConditions(search: string): Where[] {
  return search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => eb(`r.${SEARCH_COLUMN}`, 'ilike', patternOf('cerca', word)));
}

/** Returns the same conditions restricted to some fields. */
export function searchWithin(def: AnyRegister, fields: readonly string[], search: string): Where[] {
  const columns = [...filterColumns(def).values()].filter(({ name }) => fields.includes(name));
  return search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => containsText(columns, word));
}

function on(name: string, v: unknown): boolean {
  if (typeof v !== 'boolean') throw refuse(name, 'Serve true oppure false');
  return v;
}

function withoutNul(field: string, text: string): string {
  if (text.includes('\u0000')) throw refuse(field, 'Contiene caratteri di controllo');
  return text;
}

export const refuse = (field: string, message: string): DomainError =>
  new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: message }] });
