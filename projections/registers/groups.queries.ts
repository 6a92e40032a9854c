import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Group, GroupSum, Period } from '#contracts/core/groups.ts';
import type { ListColumn, ReadCatalogue } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { filterColumns, inRow } from './columns.ts';
import { refuse } from './filters.ts';
import { LIVE, order } from './register.table.ts';
import { atInstant, catalogueOf, withRelations, whichRows, type Chosen } from './register.queries.ts';

export interface GroupRequest extends Omit<Chosen, 'ordina'> {
  /** Field by whose values the rows are grouped. */
  field: string;
  /** For a date: the days that are one group. */
  period?: Period | undefined;
  /** Page number from 1. */
  page: number;
  rows: number;
}

/** Lets a statement read the registers as they stood at the instant of the request. */
type Then = (statement: RawBuilder<unknown>) => RawBuilder<unknown>;

type Value = Group['valore'];

/**
 * Returns the groups of a list's rows that have the same value, the largest first, and the number of all groups. Throws
 * RICHIESTA_NON_VALIDA for a field that cannot be grouped.
 */
export async function groupsOf(
  db: Kysely<ReadDatabase>,
  { catalogue: catalogueToday, today }: { catalogue: ReadCatalogue; today: string },
  def: AnyRegister,
  request: GroupRequest,
): Promise<{ groups: Group[]; total: number }> {
  const catalogue = catalogueOf(await withRelations(db, catalogueToday, def, { ...request, today }), request, today);
  const atThen: Then = (statement) => atInstant(catalogue, statement, request.al);
  const { column, value, type } = groupColumn(def, request);
  const which = whichRows(catalogue, def, request, today);
  const { page, rows: size } = request;
  const groups = sql`select ${value} as valore, count(*)::integer as quanti
    from ${sql.table(def.path)} r where ${which} group by ${value}
    order by quanti desc, ${order(value, type, false)} limit ${size} offset ${(page - 1) * size}`;
  const count = sql`select count(*)::integer as total
    from (select from ${sql.table(def.path)} r where ${which} group by ${value}) g`;
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<{ valore: Value; quanti: number }>`${atThen(groups)}`.execute(db),
    sql<{ total: number }>`${atThen(count)}`.execute(db),
  ]);
  const among = sql`${which} and ${isAmong(
    value,
    type,
    rows.map(({ valore }) => valore),
  )}`;
  const sums = rows.length === 0 ? [] : await sumsOf(db, def, { value, which: among, column, atThen });
  return {
    groups: rows.map((group) => ({ ...group, somme: sums.filter(({ valore }) => valore === group.valore).map(({ sum }) => sum) })),
    total: counted[0]?.total ?? 0,
  };
}

/** Throws RICHIESTA_NON_VALIDA for a field that cannot be grouped. */
export function checkGrouping(def: AnyRegister, grouping: Pick<GroupRequest, 'field' | 'period'>): void {
  groupColumn(def, grouping);
}

const FORMATS = { giorno: 'YYYY-MM-DD', mese: 'YYYY-MM', anno: 'YYYY' } as const;

function groupColumn(def: AnyRegister, { field, period }: Pick<GroupRequest, 'field' | 'period'>) {
  const column = filterColumns(def).get(field);
  const kind = def.fields[field]?.kind;
  if (!column || kind === 'document' || kind === 'photo') throw refuse('per', `Non si raggruppa per ${field.slice(0, 50)}`);
  if (period === undefined) return { column, value: inRow(column), type: column.type };
  if (column.type !== 'date') throw refuse('per', `${field} non è una data`);
  return { column, value: sql`to_char(${inRow(column)}, ${sql.lit(FORMATS[period])})`, type: 'text' as const };
}

function isAmong(value: RawBuilder<unknown>, type: ListColumn['type'], values: readonly Value[]): RawBuilder<unknown> {
  const full = values.filter((one) => one !== null);
  const among = sql`${value} = any(${full}::${sql.raw(type)}[])`;
  return full.length === values.length ? among : sql`(${among} or ${value} is null)`;
}

interface Summed {
  valore: Value;
  sum: GroupSum;
}

/** Returns the sums of the register's summable fields, for each group and unit. */
async function sumsOf(
  db: Kysely<ReadDatabase>,
  def: AnyRegister,
  { value, which, column, atThen }: { value: RawBuilder<unknown>; which: RawBuilder<unknown>; column: ListColumn; atThen: Then },
): Promise<Summed[]> {
  const columns = filterColumns(def);
  const fields = (def.list.sums ?? []).filter(({ field }) => field !== column.name);
  const found = await Promise.all(
    fields.map(async ({ field, unit }) => {
      const unitOfRow =
        typeof unit === 'string'
          ? sql`${unit}::text`
          : sql`(select max(u.${sql.id(unit.value)}) from ${sql.table(unit.register)} u where u.${sql.id(unit.key)} = r.${sql.id(unit.by)} and ${LIVE})`;
      const sums = sql`select valore, unita, sum(n) as somma
        from (select ${value} as valore, ${unitOfRow} as unita, ${inRow(columns.get(field)!)} as n from ${sql.table(def.path)} r where ${which}) s
        where n is not null group by valore, unita order by unita nulls last`;
      const { rows } = await sql<{ valore: Value; unita: string | null; somma: number }>`${atThen(sums)}`.execute(db);
      return rows.map(({ valore, ...sum }): Summed => ({ valore, sum: { campo: field, ...sum } }));
    }),
  );
  return found.flat();
}
