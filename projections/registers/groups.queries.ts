import { sql, type AliasedExpression, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Group, GroupSum, Period } from '#contracts/core/groups.ts';
import type { ListColumn, ReadCatalogue } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { eb, rowCount, runStatement, statements, type Statement } from '../database/compiled.ts';
import { withAlias, filterColumns, inRow } from './columns.ts';
import { refuse } from './filters.ts';
import { anyOf, LIVE, order } from './register.table.ts';
import { atInstant, catalogueOf, withRelations, whichRows, type RowSelection } from './register.queries.ts';

export interface GroupRequest extends Omit<RowSelection, 'ordina'> {
  /** Field by whose values the rows are grouped. */
  field: string;
  /** For a date: the days that are one group. */
  period?: Period | undefined;
  /** Page number from 1. */
  page: number;
  rows: number;
}

/** Lets a statement read the registers as they stood at the instant of the request. */
type Then = <Row>(statement: Statement<Row>) => Statement<Row>;

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
  const chosen = statements.selectFrom(`${def.path} as r`).where(which).groupBy(value);
  const groups = chosen
    .select([eb.parens(value).as('valore'), rowCount.as('quanti')])
    .orderBy('quanti', 'desc')
    .orderBy(order(value, type))
    .limit(size)
    .offset((page - 1) * size);
  const count = statements.selectFrom(chosen.select(eb.lit(1).as('one')).as('g')).select(rowCount.as('total'));
  const [rows, counted] = await Promise.all([runStatement(db, atThen(groups)), runStatement(db, atThen(count))]);
  const values = rows.map(({ valore }) => valore);
  const among = eb.and([which, isAmong(value, type, values)]);
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

interface GroupedColumn {
  column: ListColumn;
  value: Expression<Value>;
  type: ListColumn['type'];
}

function groupColumn(def: AnyRegister, { field, period }: Pick<GroupRequest, 'field' | 'period'>): GroupedColumn {
  const column = filterColumns(def).get(field);
  const kind = def.fields[field]?.kind;
  if (!column || kind === 'document' || kind === 'photo') throw refuse('per', `Non si raggruppa per ${field.slice(0, 50)}`);
  if (period === undefined) return { column, value: eb.parens(inRow(column)).$castTo<Value>(), type: column.type };
  if (column.type !== 'date') throw refuse('per', `${field} non è una data`);
  return { column, value: eb.fn<string>('to_char', [inRow(column), sql.lit(FORMATS[period])]), type: 'text' };
}

function isAmong(value: Expression<Value>, type: ListColumn['type'], values: readonly Value[]): Expression<SqlBool> {
  const full = values.filter((one) => one !== null);
  const among = eb<Expression<unknown>, '=', Expression<unknown>>(value, '=', anyOf(full, type));
  return full.length === values.length ? among : eb.or([among, eb(value, 'is', null)]);
}

interface GroupedSum {
  valore: Value;
  sum: GroupSum;
}

/** Returns the sums of the register's summable fields, for each group and unit. */
async function sumsOf(
  db: Kysely<ReadDatabase>,
  def: AnyRegister,
  { value, which, column, atThen }: { value: Expression<Value>; which: Expression<SqlBool>; column: ListColumn; atThen: Then },
): Promise<GroupedSum[]> {
  const columns = filterColumns(def);
  const fields = (def.list.sums ?? []).filter(({ field }) => field !== column.name);
  const found = await Promise.all(
    fields.map(async ({ field, unit }) => {
      const summed = statements
        .selectFrom(`${def.path} as r`)
        .select([eb.parens(value).as('valore'), unitOf(unit), withAlias(inRow(columns.get(field)!), 'n')])
        .where(which);
      const sums = statements
        .selectFrom(summed.as('s'))
        .select(['valore', 'unita', ({ fn }) => fn.sum<number>('n').as('somma')])
        .where('n', 'is not', null)
        .groupBy(['valore', 'unita'])
        .orderBy('unita', (order) => order.asc().nullsLast())
        .$castTo<{ valore: Value; unita: string | null; somma: number }>();
      const rows = await runStatement(db, atThen(sums));
      return rows.map(({ valore, ...sum }): GroupedSum => ({ valore, sum: { campo: field, ...sum } }));
    }),
  );
  return found.flat();
}

type Unit = NonNullable<AnyRegister['list']['sums']>[number]['unit'];

/** Returns the unit of a row's value: a constant, or a column of the record that the row names. */
const unitOf = (unit: Unit): AliasedExpression<unknown, 'unita'> =>
  typeof unit === 'string'
    ? eb.cast<string>(eb.val(unit), 'text').as('unita')
    : eb
        .selectFrom(`${unit.register} as u`)
        .select(({ fn }) => fn.max<string | null>(`u.${unit.value}`).as('unita'))
        .whereRef(`u.${unit.key}`, '=', `r.${unit.by}`)
        .where(LIVE)
        .as('unita');
