import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { Scope } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import type { References } from '#contracts/core/references.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { eb, rowCount, runStatement, statements, type Statement } from '../database/compiled.ts';
import { countOnce } from '../database/count-once.ts';
import { prepareStatement, type StatementTarget } from '../database/prepared.ts';
import { asOf, firstOfBoth } from './as-of.ts';
import { allOf, modelsOfKeys, relationsFor, withModels } from './past-models.ts';
import {
  withAlias,
  computedSelection,
  DELETED_SINCE,
  orderColumns,
  selezione,
  onTheWire,
  type ListRow,
  type ListRowOf,
} from './columns.ts';
import { conditionsOf, searchConditions, searchWithin, refuse, type Filters } from './filters.ts';
import type { ColumnType } from '../engine/columns.ts';
import type { RegistersByPath } from '../read-tables.ts';
import { anyOf, keyColumn, order, references, LIVE } from './register.table.ts';
import { columnKey } from './row.ts';

export type { ListRow, ListRowOf } from './columns.ts';
export type { Filters } from './filters.ts';

export interface ListRequest {
  /** From contracts/core/permissions.ts: with `own`, only the records of `utente`. */
  scope: Scope;
  utente: string;
  /** From 1. */
  pagina?: number;
  /** Rows per page; the register's page size if absent. */
  righe?: number;
  /** A field, the key, `utente` or `versione`; `-` before it for descending. */
  ordina?: string;
  /** Words, all of which must be found. */
  cerca?: string;
  filtri?: Filters;
  /** ISO instant: the rows as they stood then, judged on the day `today`. */
  al?: string;
  /** Restricts search, filters and order to these fields, if the reader may see no others. */
  within?: readonly string[];
}

export interface List<D extends AnyRegister = AnyRegister> {
  rows: ListRowOf<D>[];
  /** Number of rows on all pages; present when a page, an order, a search or a filter was requested. */
  total?: number;
}

/**
 * Returns records of a register in wire format, with what is due on the day `today` (YYYY-MM-DD, in Rome): all, unless `pagina` or `righe` is given. Throws RICHIESTA_NON_VALIDA for unknown fields
 * and invalid values.
 */
export async function readList<D extends AnyRegister>(
  db: Kysely<ReadDatabase> & StatementTarget,
  catalogueToday: ReadCatalogue,
  def: D,
  { today, ...request }: ListRequest & { today: string },
): Promise<List<D>> {
  const { pagina, righe, ordina, cerca, filtri, al } = request;
  const ready = await withRelations(db, catalogueToday, def, { ...request, today });
  const catalogue = catalogueOf(ready, request, today);
  if (pagina === undefined && righe === undefined) {
    const rows = (await runStatement(db, wholeList(ready, def, request, today))).map(onTheWire);
    const complete = al === undefined ? rows : await withModels(db, ready, def, { rows, al, today });
    return { rows: complete as ListRowOf<D>[], ...((ordina ?? cerca ?? filtri) ? { total: rows.length } : {}) };
  }
  const page: Page = {
    which: whichRows(catalogue, def, request, today),
    criterion: criterionOf(catalogue, def, orderOf(def, request)),
    page: pagina ?? 1,
    rows: righe ?? def.list.pageSize,
  };
  // rows and total are independent, so both queries run at once
  const [rows, total] = await Promise.all([
    al === undefined ? pageOf(db, catalogue, def, page) : pageAt(db, ready, def, { ...page, al, today }),
    countOnce(db, counting(ready, def, request, today)),
  ]);
  return { rows: rows as ListRowOf<D>[], total };
}

type Row = Record<string, unknown>;

export type RowSelection = Omit<ListRequest, 'pagina' | 'righe'>;

/**
 * Returns the catalogue with the rows of the read models that filters or order of a list as of an instant name. Without such a name it is the
 * catalogue itself.
 */
export async function withRelations(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { al, today, ...request }: RowSelection & { today: string },
): Promise<ReadCatalogue> {
  if (al === undefined || catalogue.models.length === 0) return catalogue;
  const then = catalogue.onDay(today, allOf(catalogue));
  const computed = orderColumns(then, def).get(orderOf(def, request).replace(/^-/, ''))?.computed;
  const parts = [whichRows(then, def, request, today), ...(computed ? [computed] : [])];
  return { ...catalogue, relations: await relationsFor(db, catalogue, al, parts) };
}

/** Builds the statement that reads all selected rows, in order, with values in database format. */
export function wholeList(catalogueToday: ReadCatalogue, def: AnyRegister, request: RowSelection, today: string): Statement<Row> {
  const catalogue = catalogueOf(catalogueToday, request, today);
  const criterion = criterionOf(catalogue, def, orderOf(def, request));
  const whole = statements
    .selectFrom(`${def.path} as r`)
    .select(selezione(catalogue, def, furtherOf(request)))
    .where(whichRows(catalogue, def, request, today))
    .orderBy(criterion.order);
  return request.al === undefined ? whole : asOf(catalogue, whole, request.al, def);
}

/** Returns the catalogue that a request reads with: computed columns of a list as of an instant are those of its day. */
export const catalogueOf = (catalogue: ReadCatalogue, { al }: Pick<ListRequest, 'al'>, day: string): ReadCatalogue =>
  al === undefined ? catalogue : catalogue.onDay(day, catalogue.relations);

const furtherOf = ({ al }: Pick<ListRequest, 'al'>): readonly string[] => (al === undefined ? [] : DELETED_SINCE);

/** Lets a statement read the registers as they stood at an instant; without one it stays as it is. */
export const atInstant = <R>(catalogue: ReadCatalogue, statement: Statement<R>, al: string | undefined): Statement<R> =>
  al === undefined ? statement : asOf(catalogue, statement, al);

export async function countList(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { today, ...request }: RowSelection & { today: string },
): Promise<number> {
  const ready = await withRelations(db, catalogue, def, { ...request, today });
  const [counted] = await runStatement(db, counting(ready, def, request, today));
  return counted?.total ?? 0;
}

function counting(catalogueToday: ReadCatalogue, def: AnyRegister, request: RowSelection, today: string) {
  const catalogue = catalogueOf(catalogueToday, request, today);
  const chosen = statements.selectFrom(`${def.path} as r`).where(whichRows(catalogue, def, request, today));
  const total = rowCount.as('total');
  if (request.al === undefined) return chosen.select(total);
  const then = asOf(catalogue, chosen.select(eb.lit(1).as('one')), request.al);
  return statements.selectFrom(eb.parens(then).as('chosen')).select(total);
}

/** Returns the condition on the rows (alias `r`) that the reader may see and has chosen. */
export function whichRows(catalogue: ReadCatalogue, def: AnyRegister, request: RowSelection, today: string): Expression<SqlBool> {
  const { cerca = '', filtri = {}, within } = request;
  const hidden = Object.keys(filtri).find((name) => within && !within.includes(name));
  if (hidden !== undefined) throw refuse(hidden, 'Campo sconosciuto');
  const words = within ? searchWithin(def, within, cerca) : searchConditions(cerca);
  return eb.and([LIVE, ...scopeOf(catalogue, def, request), ...conditionsOf(catalogue, def, filtri, today), ...words]);
}

/** Returns one record in wire format, regardless of its owner; `null` if it does not exist or is deleted. */
export async function readOne<D extends AnyRegister>(
  db: StatementTarget,
  catalogue: ReadCatalogue,
  def: D,
  key: string | number,
): Promise<ListRowOf<D> | null> {
  const searched = columnKey(def, String(key));
  if (searched === null || String(searched).includes('\u0000')) return null;
  const [row] = await statementOfOne(catalogue)(def)(db, [searched]);
  return row ? (onTheWire(row) as ListRowOf<D>) : null;
}

const statementOfOne = oncePer((catalogue: ReadCatalogue) =>
  oncePer((def: AnyRegister) =>
    prepareStatement<Row>(() =>
      statements.selectFrom(`${def.path} as r`).select(selezione(catalogue, def)).where(`r.${def.key.field}`, '=', '').where(LIVE),
    ),
  ),
);

/** Returns the scope in which a person may count records of another register. */
export type CountScope = (other: AnyRegister) => Pick<ListRequest, 'scope' | 'utente'>;

/** Counts the records of other registers that reference a record with these values. Of invisible records only the existence is reported. */
export async function countReferences(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  { def, values }: { def: AnyRegister; values: Readonly<Record<string, unknown>> },
  counted: CountScope,
): Promise<References> {
  const per = new Map<AnyRegister, Expression<SqlBool>[]>();
  for (const { def: other, campo, valore, multiplo } of catalogue.referencesTo(def)) {
    const searched = values[valore];
    if (searched === null || searched === undefined) continue;
    per.set(other, [...(per.get(other) ?? []), references(campo, String(searched), multiplo)]);
  }
  const counts: References['per'] = [];
  let others = false;
  for (const [other, points] of per) {
    const seen = eb.and(scopeOf(catalogue, other, counted(other)));
    const { quanti, altri } = await db
      .withTables<RegistersByPath>()
      .selectFrom(`${other.path} as r`)
      .select(({ cast, fn, lit, not }) => [
        cast<number>(fn.countAll().filterWhere(seen), 'integer').as('quanti'),
        fn.coalesce(fn.agg<boolean>('bool_or', [not(seen)]), lit(false)).as('altri'),
      ])
      .where(LIVE)
      .where(eb.or(points))
      .executeTakeFirstOrThrow();
    others ||= altri;
    if (quanti > 0) counts.push({ tabella: other.path, etichetta: other.labels.many, quanti });
  }
  return { totale: counts.reduce((sum, c) => sum + c.quanti, 0), per: counts, altri: others };
}

/** Returns the conditions of a scope; child records belong to their parent's owner. */
export function scopeOf(
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { scope, utente }: Pick<RowSelection, 'scope' | 'utente'>,
): Expression<SqlBool>[] {
  if (scope === 'all') return [];
  if (scope === 'none') return [eb.lit(false)];
  const parent = def.parent ? catalogue.register(def.parent.register) : undefined;
  if (!parent || !def.parent) return [eb('r.utente', '=', utente)];
  const owned = eb
    .selectFrom(`${parent.path} as p`)
    .select(eb.lit(1).as('one'))
    .whereRef(`p.${parent.key.field}`, '=', `r.${def.parent.field}`)
    .where('p.utente', '=', utente);
  return [eb.exists(owned)];
}

/** Returns the requested order, otherwise the register's order if the reader may see that field, otherwise the key. */
function orderOf(def: AnyRegister, { ordina, within }: RowSelection): string {
  const isKnownOrder = (order: string) => within?.includes(order.replace(/^-/, '')) ?? true;
  if (ordina !== undefined && !isKnownOrder(ordina)) throw refuse('ordina', `Campo sconosciuto: ${ordina.slice(0, 50)}`);
  return ordina ?? (isKnownOrder(def.list.sort) ? def.list.sort : def.key.field);
}

interface Criterion {
  order: Expression<unknown>;
  /** True if the order uses values from other tables. */
  computed: boolean;
  /** The value that the order is by; rows with the same value follow by their key. */
  value: Expression<unknown>;
  type: ColumnType;
  descending: boolean;
}

function criterionOf(catalogue: ReadCatalogue, def: AnyRegister, ordina: string): Criterion {
  const descending = ordina.startsWith('-');
  const column = orderColumns(catalogue, def).get(ordina.replace(/^-/, ''));
  if (!column) throw refuse('ordina', `Campo sconosciuto: ${ordina.slice(0, 50)}`);
  const key = keyColumn(def);
  const parts = [order(column.expression ?? column.name, column.type, { descending })];
  if (column.name !== key.name) parts.push(order(key.name, key.type));
  return {
    order: sql.join(parts),
    computed: column.computed !== undefined,
    value: column.expression ?? eb.ref(column.name),
    type: column.type,
    descending,
  };
}

interface Page {
  which: Expression<SqlBool>;
  criterion: Criterion;
  page: number;
  rows: number;
}

/** Reads a page: first its keys, from an index alone if possible, then the rows of those keys. */
async function pageOf(db: Kysely<ReadDatabase>, catalogue: ReadCatalogue, def: AnyRegister, page: Page): Promise<ListRow[]> {
  const statement = statements
    .selectFrom(`${def.path} as r`)
    .innerJoin(sortedKeys(catalogue, def, page).as('p'), 'p.chiave_pagina', `r.${def.key.field}`)
    .select(selezione(catalogue, def))
    .orderBy(page.criterion.order);
  return (await runStatement<Row>(db, statement)).map(onTheWire);
}

/**
 * Reads a page as of an instant. Keys and rows are two statements, since PostgreSQL plans each with the columns that it names, and a summary
 * takes longer to plan than to read.
 */
async function pageAt(
  db: Kysely<ReadDatabase>,
  ready: ReadCatalogue,
  def: AnyRegister,
  { al, today, ...page }: Page & { al: string; today: string },
): Promise<ListRow[]> {
  const catalogue = catalogueOf(ready, { al }, today);
  const offset = (page.page - 1) * page.rows;
  const sorted = page.criterion.computed
    ? sortedKeys(catalogue, def, page)
    : keysOfBoth(def, page, offset + page.rows)
        .limit(page.rows)
        .offset(offset);
  const keys = (await runStatement<{ chiave_pagina: string | number }>(db, asOf(catalogue, sorted, al))).map((row) => row.chiave_pagina);
  if (keys.length === 0) return [];
  const key = keyColumn(def);
  const statement = statements
    .selectFrom(`${def.path} as r`)
    .select(selezione(catalogue, def, furtherOf({ al })))
    .where(`r.${key.name}`, '=', anyOf(keys, key.type));
  const [read, made] = await Promise.all([
    runStatement<Row>(db, asOf(catalogue, statement, al, def)),
    modelsOfKeys(db, ready, def, { al, today, keys }),
  ]);
  const byKey = new Map(read.map((row) => [row[key.name], row] as const));
  const rows = keys.map((one) => byKey.get(one)).filter((row) => row !== undefined);
  return withModels(db, ready, def, { rows: rows.map(onTheWire), al, today, made });
}

/** Builds the keys of a page, in its order. */
const sortedKeys = (catalogue: ReadCatalogue, def: AnyRegister, { which, criterion, page, rows }: Page) =>
  statements
    .selectFrom(`${def.path} as r`)
    .select([eb.ref(`r.${def.key.field}`).as('chiave_pagina'), ...(criterion.computed ? computedSelection(catalogue, def) : [])])
    .where(which)
    .orderBy(criterion.order)
    .limit(rows)
    .offset((page - 1) * rows);

/** Builds the keys of the first rows at an instant, in the order of the list. */
function keysOfBoth(def: AnyRegister, { which, criterion }: Pick<Page, 'which' | 'criterion'>, rows: number) {
  const key = keyColumn(def);
  const first = (relation: string) =>
    statements
      .selectFrom(`${relation} as r`)
      .select([eb.ref(`r.${key.name}`).as('chiave_pagina'), withAlias(criterion.value, 'ordine_pagina')])
      .where(which)
      .orderBy(criterion.order)
      .limit(rows);
  const parts = [order('ordine_pagina', criterion.type, criterion), order('chiave_pagina', key.type)];
  return firstOfBoth(def, first, sql.join(parts));
}
