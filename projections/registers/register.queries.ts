import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Scope } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import type { References } from '#contracts/core/references.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { countOnce } from '../database/count-once.ts';
import { prepareStatement, type Asked } from '../database/prepared.ts';
import { asOf, firstOfBoth } from './as-of.ts';
import { allOf, relationsFor, withModels } from './past-models.ts';
import { DELETED_SINCE, orderColumns, selezione, onTheWire, type ListRow } from './columns.ts';
import { conditionsOf, searchConditions, searchWithin, refuse, type Filters } from './filters.ts';
import type { ColumnType } from '../engine/bulk.ts';
import { keyColumn, order, LIVE } from './register.table.ts';
import { columnKey } from './row.ts';

export type { ListRow } from './columns.ts';
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

export interface List {
  rows: ListRow[];
  /** Number of rows on all pages; present when a page, an order, a search or a filter was requested. */
  total?: number;
}

/**
 * Returns records of a register in wire format, with what is due on the day `today` (YYYY-MM-DD, in Rome): all, unless `pagina` or `righe` is given. Throws RICHIESTA_NON_VALIDA for unknown fields
 * and invalid values.
 */
export async function readList(
  db: Kysely<ReadDatabase> & Asked,
  catalogueToday: ReadCatalogue,
  def: AnyRegister,
  { today, ...request }: ListRequest & { today: string },
): Promise<List> {
  const { pagina, righe, ordina, cerca, filtri, al } = request;
  const ready = await withRelations(db, catalogueToday, def, { ...request, today });
  const catalogue = catalogueOf(ready, request, today);
  const complete = async (rows: ListRow[]) => (al === undefined ? rows : withModels(db, ready, def, { rows, al, today }));
  if (pagina === undefined && righe === undefined) {
    const { rows } = await sql<Record<string, unknown>>`${wholeList(ready, def, request, today)}`.execute(db);
    return { rows: await complete(rows.map(onTheWire)), ...((ordina ?? cerca ?? filtri) ? { total: rows.length } : {}) };
  }
  // rows and total are independent, so both queries run at once
  const [read, total] = await Promise.all([
    pageOf(db, catalogue, def, {
      al: request.al,
      which: whichRows(catalogue, def, request, today),
      criterion: criterionOf(catalogue, def, orderOf(def, request)),
      page: pagina ?? 1,
      rows: righe ?? def.list.pageSize,
    }),
    countOnce(db, chosenFrom(ready, def, request, today)),
  ]);
  return { rows: await complete(read), total };
}

export type Chosen = Omit<ListRequest, 'pagina' | 'righe'>;

/**
 * Returns the catalogue with the rows of the read models that filters or order of a list as of an instant name. Without such a name it is the
 * catalogue itself.
 */
export async function withRelations(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { al, today, ...request }: Chosen & { today: string },
): Promise<ReadCatalogue> {
  if (al === undefined || catalogue.models.length === 0) return catalogue;
  const then = catalogue.onDay(today, allOf(catalogue));
  const computed = orderColumns(then, def).get(orderOf(def, request).replace(/^-/, ''))?.computed;
  const parts = [whichRows(then, def, request, today), ...(computed ? [computed] : [])];
  return { ...catalogue, relations: await relationsFor(db, catalogue, al, parts) };
}

/** Builds the statement that reads all selected rows, in order, with values in database format. */
export function wholeList(catalogueToday: ReadCatalogue, def: AnyRegister, request: Chosen, today: string): RawBuilder<unknown> {
  const catalogue = catalogueOf(catalogueToday, request, today);
  const criterion = criterionOf(catalogue, def, orderOf(def, request));
  const whole = sql`select ${selezione(catalogue, def, furtherOf(request))} from ${sql.table(def.path)} r where ${whichRows(catalogue, def, request, today)} order by ${criterion.order}`;
  return request.al === undefined ? whole : asOf(catalogue, whole, request.al, def);
}

/** Returns the catalogue that a request reads with: computed columns of a list as of an instant are those of its day. */
export const catalogueOf = (catalogue: ReadCatalogue, { al }: Pick<ListRequest, 'al'>, day: string): ReadCatalogue =>
  al === undefined ? catalogue : catalogue.onDay(day, catalogue.relations);

const furtherOf = ({ al }: Pick<ListRequest, 'al'>): readonly string[] => (al === undefined ? [] : DELETED_SINCE);

/** Lets a statement read the registers as they stood at an instant; without one it stays as it is. */
export const atInstant = (catalogue: ReadCatalogue, statement: RawBuilder<unknown>, al: string | undefined): RawBuilder<unknown> =>
  al === undefined ? statement : asOf(catalogue, statement, al);

export async function countList(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { today, ...request }: Chosen & { today: string },
): Promise<number> {
  const ready = await withRelations(db, catalogue, def, { ...request, today });
  const { rows } = await sql<{
    totale: number;
  }>`select count(*)::integer as totale from ${chosenFrom(ready, def, request, today)}`.execute(db);
  return rows[0]?.totale ?? 0;
}

function chosenFrom(catalogueToday: ReadCatalogue, def: AnyRegister, request: Chosen, today: string): RawBuilder<unknown> {
  const catalogue = catalogueOf(catalogueToday, request, today);
  const from = sql`${sql.table(def.path)} r where ${whichRows(catalogue, def, request, today)}`;
  return request.al === undefined ? from : sql`(${asOf(catalogue, sql`select 1 from ${from}`, request.al, def)}) chosen`;
}

/** Returns the condition on the rows (alias `r`) that the reader may see and has chosen. */
export function whichRows(catalogue: ReadCatalogue, def: AnyRegister, request: Chosen, today: string): RawBuilder<unknown> {
  const { cerca = '', filtri = {}, within } = request;
  const hidden = Object.keys(filtri).find((name) => within && !within.includes(name));
  if (hidden !== undefined) throw refuse(hidden, 'Campo sconosciuto');
  const words = within ? searchWithin(def, within, cerca) : searchConditions(cerca);
  return sql.join([LIVE, ...scopeOf(catalogue, def, request), ...conditionsOf(catalogue, def, filtri, today), ...words], sql` and `);
}

/** Returns one record in wire format, regardless of its owner; `null` if it does not exist or is deleted. */
export async function readOne(db: Asked, catalogue: ReadCatalogue, def: AnyRegister, key: string | number): Promise<ListRow | null> {
  const searched = columnKey(def, String(key));
  if (searched === null || String(searched).includes('\u0000')) return null;
  const [row] = await statementOfOne(catalogue)(def)(db, [searched]);
  return row ? onTheWire(row) : null;
}

const statementOfOne = oncePer((catalogue: ReadCatalogue) =>
  oncePer((def: AnyRegister) =>
    prepareStatement<Record<string, unknown>>(
      () => sql`select ${selezione(catalogue, def)} from ${sql.table(def.path)} r
  where r.${sql.id(def.key.field)} = ${''} and ${LIVE}`,
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
  const per = new Map<AnyRegister, RawBuilder<unknown>[]>();
  for (const { def: other, campo, valore, multiplo } of catalogue.referencesTo(def)) {
    const searched = values[valore];
    if (searched === null || searched === undefined) continue;
    const points = multiplo
      ? sql`${String(searched)} = any(string_to_array(${sql.id(campo)}, ', '))`
      : sql`${sql.id(campo)} = ${String(searched)}`;
    per.set(other, [...(per.get(other) ?? []), points]);
  }
  const counts: References['per'] = [];
  let others = false;
  for (const [other, points] of per) {
    const seen = sql.join([sql`true`, ...scopeOf(catalogue, other, counted(other))], sql` and `);
    const { rows } = await sql<{ quanti: number; altri: boolean }>`select count(*) filter (where ${seen})::integer as quanti,
      coalesce(bool_or(not (${seen})), false) as altri from ${sql.table(other.path)} r
      where ${LIVE} and (${sql.join(points, sql` or `)})`.execute(db);
    const { quanti, altri } = rows[0] ?? { quanti: 0, altri: false };
    others ||= altri;
    if (quanti > 0) counts.push({ tabella: other.path, etichetta: other.labels.many, quanti });
  }
  return { totale: counts.reduce((sum, c) => sum + c.quanti, 0), per: counts, altri: others };
}

/** Returns the conditions of a scope; child records belong to their parent's owner. */
export function scopeOf(
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { scope, utente }: Pick<Chosen, 'scope' | 'utente'>,
): RawBuilder<unknown>[] {
  if (scope === 'all') return [];
  if (scope === 'none') return [sql`false`];
  const parent = def.parent ? catalogue.register(def.parent.register) : undefined;
  if (!parent || !def.parent) return [sql`r.utente = ${utente}`];
  return [
    sql`exists (select 1 from ${sql.table(parent.path)} p where p.${sql.id(parent.key.field)} = r.${sql.id(def.parent.field)} and p.utente = ${utente})`,
  ];
}

/** Returns the requested order, otherwise the register's order if the reader may see that field, otherwise the key. */
function orderOf(def: AnyRegister, { ordina, within }: Chosen): string {
  const isKnownOrder = (order: string) => within?.includes(order.replace(/^-/, '')) ?? true;
  if (ordina !== undefined && !isKnownOrder(ordina)) throw refuse('ordina', `Campo sconosciuto: ${ordina.slice(0, 50)}`);
  return ordina ?? (isKnownOrder(def.list.sort) ? def.list.sort : def.key.field);
}

interface Criterion {
  order: RawBuilder<unknown>;
  /** True if the order uses values from other tables. */
  computed: boolean;
  /** The value that the order is by; rows with the same value follow by their key. */
  value: RawBuilder<unknown>;
  type: ColumnType;
  descending: boolean;
}

function criterionOf(catalogue: ReadCatalogue, def: AnyRegister, ordina: string): Criterion {
  const descending = ordina.startsWith('-');
  const column = orderColumns(catalogue, def).get(ordina.replace(/^-/, ''));
  if (!column) throw refuse('ordina', `Campo sconosciuto: ${ordina.slice(0, 50)}`);
  const key = keyColumn(def);
  const parts = [order(column.expression ?? column.name, column.type, descending)];
  if (column.name !== key.name) parts.push(order(key.name, key.type, false));
  return {
    order: sql.join(parts),
    computed: column.computed !== undefined,
    value: column.expression ?? sql.id(column.name),
    type: column.type,
    descending,
  };
}

interface Page {
  al: string | undefined;
  which: RawBuilder<unknown>;
  criterion: Criterion;
  page: number;
  rows: number;
}

/** Reads a page: first its keys, from an index alone if possible, then the rows of those keys. */
async function pageOf(
  db: Kysely<ReadDatabase>,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { al, which, criterion, page, rows: size }: Page,
): Promise<ListRow[]> {
  const key = sql.id(def.key.field);
  const offset = (page - 1) * size;
  const computed = criterion.computed
    ? sql.join([sql``, ...catalogue.computedColumns(def).map((c) => sql`${c.computed} as ${sql.id(c.name)}`)])
    : sql``;
  const isApart = al !== undefined && !criterion.computed;
  const keys = isApart
    ? sql`${keysOfBoth(def, { which, criterion }, offset + size)} limit ${size} offset ${offset}`
    : sql`select r.${key} as chiave_pagina${computed} from ${sql.table(def.path)} r
      where ${which} order by ${criterion.order} limit ${size} offset ${offset}`;
  const statement = sql`select ${selezione(catalogue, def, furtherOf({ al }))} from ${sql.table(def.path)} r
    join (${keys}) p on p.chiave_pagina = r.${key}
    order by ${criterion.order}`;
  const whole = al === undefined ? statement : asOf(catalogue, statement, al, def);
  const { rows } = await sql<Record<string, unknown>>`${whole}`.execute(db);
  return rows.map(onTheWire);
}

/** Builds the keys of the first rows at an instant, in the order of the list. */
function keysOfBoth(def: AnyRegister, { which, criterion }: Pick<Page, 'which' | 'criterion'>, rows: number): RawBuilder<unknown> {
  const key = keyColumn(def);
  const first = (relation: RawBuilder<unknown>) => sql`select r.${sql.id(key.name)} as chiave_pagina, ${criterion.value} as ordine_pagina
    from ${relation} r where ${which} order by ${criterion.order} limit ${rows}`;
  const parts = [order('ordine_pagina', criterion.type, criterion.descending), order('chiave_pagina', key.type, false)];
  return firstOfBoth(def, first, sql.join(parts));
}
