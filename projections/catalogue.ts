import type { Expression, SqlBool } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { StatementTarget } from './database/prepared.ts';
import type { Kysely } from 'kysely';
import type { ReadDatabase } from './database.ts';
import type { Column, ColumnType } from './engine/columns.ts';
import type { Projection } from './engine/projection.ts';
import { eb, wordsOf } from './database/compiled.ts';
import { dateOf } from './rome-days.ts';
import { registerProjection } from './registers/register.projection.ts';
import { storicoProjection } from './storico/storico.projection.ts';

/** A column by which a list can be sorted, and also filtered; a `computed` one where the definition's `list.computed` names it. */
export interface ListColumn {
  name: string;
  type: ColumnType;
  computed?: Expression<unknown>;
  /** SQL of the value, if it has no column of its own; the row's alias is `r`. */
  expression?: Expression<unknown>;
}

/** SQL by register, then by name; the row's alias is `r`. */
type Expressions<T = unknown> = Readonly<Record<string, Readonly<Record<string, Expression<T>>>>>;

/** SQL for lists as of an instant, where every register's table is read as it stood then. */
interface PastReads {
  /** Computed columns on a day; without one the column is empty. */
  computed?(day: Expression<string>): Expressions;
  /** The module's own filters on a day; without one the filter is refused. */
  filters?(day: Expression<string>): Expressions<SqlBool>;
  /** A read model that these columns and filters name. */
  model?: PastModel;
  /** Columns of a register's table that other records' rows give, by register. */
  summary?: Expressions;
}

/** A read model that keeps no past rows: lists as of an instant make its rows from the registers as they stood then. */
export interface PastModel {
  table: string;
  columns: readonly Column[];
  /** Column of the model, and of the registers whose lists name the model, by which the rows belong together. */
  by: string;
  /** Returns the rows at an instant (ISO); with `keys` only those that belong to them. */
  rows(
    db: Kysely<ReadDatabase>,
    catalogue: ReadCatalogue,
    asked: { al: string; keys?: readonly string[] },
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Relations that a statement reads in place of tables, by the table's name. */
export type Relations = ReadonlyMap<string, Expression<unknown>>;

/** The read side's part of a module. */
export interface ReadModule {
  /** Name of the module in contracts. */
  name: string;
  /** Read models beside the tables of the module's registers, or instead of them. */
  projections?(catalogue: Catalogue): readonly Projection[];
  /** SQL of the computed columns that the module declares. */
  computed?: Expressions;
  /** SQL conditions of the module's own filters. */
  filters?: Expressions<SqlBool>;
  /** SQL of columns that lists as of an instant read otherwise than today's lists. */
  past?: PastReads;
  /** By register: returns the current definition, for registers to which documents are added as data. */
  currentDefinition?: Readonly<Record<string, CurrentDefinition>>;
  /** By register: SQL of the names of the currently added documents, as JSON text. */
  added?: Readonly<Record<string, Expression<unknown>>>;
}

type CurrentDefinition = (db: StatementTarget, def: AnyRegister) => Promise<AnyRegister>;

/** The catalogue with the declarations of the read side. */
export interface ReadCatalogue extends Catalogue {
  /** Every read model of the portal. */
  projections: readonly Projection[];
  computedColumns(def: AnyRegister): readonly ListColumn[];
  /** Returns the condition of a filter that is no field, by name. */
  filterOf(def: AnyRegister, name: string): Expression<SqlBool> | undefined;
  /** Returns SQL of the columns that other records' rows give, by name; for lists as of an instant. */
  summaryOf(def: AnyRegister): Readonly<Record<string, Expression<unknown>>>;
  /**
   * Returns the catalogue for lists as of an instant, with the day in Rome (YYYY-MM-DD) on which rows are judged. A column that names a read
   * model is empty, and a filter by it refused, unless `relations` has the model's rows as of the instant.
   */
  onDay(day: string, relations?: Relations): ReadCatalogue;
  /** Read models that lists as of an instant make anew. */
  models: readonly PastModel[];
  /** Rows of read models at the instant of a list. */
  relations: Relations;
  /** Returns the definition with the documents added as data; the definition itself if there are none. */
  currentDefinition(db: StatementTarget, def: AnyRegister): Promise<AnyRegister>;
  /** Returns SQL of the names of those documents; `undefined` for a register that takes none. */
  addedNames(def: AnyRegister): Expression<unknown> | undefined;
}

/**
 * Builds the read side's catalogue: tables of all registers, history, and read models of modules. Throws one error that lists all
 * inconsistencies.
 */
export function createReadCatalogue(catalogue: Catalogue, modules: readonly ReadModule[]): ReadCatalogue {
  const own = modules.flatMap((one) => one.projections?.(catalogue) ?? []);
  const taken = new Set(own.flatMap(({ tables }) => tables));
  const projections = [
    ...catalogue.registers.filter(({ path }) => !taken.has(path)).map((def) => registerProjection(catalogue, def)),
    ...own,
    storicoProjection(catalogue),
  ];
  const problems = [...checkExpressions(catalogue, modules), ...checkProjections(catalogue, projections)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const computed = new Map(modules.flatMap((one) => Object.entries(one.computed ?? {})));
  const filters = new Map(modules.flatMap((one) => Object.entries(one.filters ?? {})));
  const currentDefinition = new Map(modules.flatMap((one) => Object.entries(one.currentDefinition ?? {})));
  const added = new Map(modules.flatMap((one) => Object.entries(one.added ?? {})));
  const summaries = new Map(modules.flatMap((one) => Object.entries(one.past?.summary ?? {})));
  const days = new LRUCache<string, DayExpressions>({ max: CACHED_DAYS, memoMethod: (day) => expressionsOn(modules, day) });
  const readCatalogue: ReadCatalogue = {
    ...catalogue,
    projections,
    computedColumns: (def) =>
      Object.entries(catalogue.computedOf(def)).map(([name, type]) => ({ name, type, computed: computed.get(def.path)![name]! })),
    currentDefinition: async (db, def) => (def.takesKinds ? ((await currentDefinition.get(def.path)?.(db, def)) ?? def) : def),
    addedNames: (def) => (def.takesKinds ? added.get(def.path) : undefined),
    filterOf: (def, name) => (catalogue.filtersOf(def).includes(name) ? filters.get(def.path)?.[name] : undefined),
    summaryOf: (def) => summaries.get(def.path) ?? {},
    models: modules.flatMap(({ past }) => past?.model ?? []),
    relations: new Map(),
    onDay: (day, relations = new Map()) => ({ ...readCatalogue, relations, ...readsOnDay(readCatalogue, days.memo(day), relations) }),
  };
  return readCatalogue;
}

/** Number of days whose expressions are kept. */
const CACHED_DAYS = 50;

/** SQL of the computed columns and of the filters on a day, by register and name. */
interface DayExpressions {
  computed: ReadonlyMap<string, Readonly<Record<string, Expression<unknown>>>>;
  filters: ReadonlyMap<string, Readonly<Record<string, Expression<SqlBool>>>>;
}

function expressionsOn(modules: readonly ReadModule[], day: string): DayExpressions {
  const on = dateOf(day);
  return {
    computed: new Map(modules.flatMap(({ past }) => Object.entries(past?.computed?.(on) ?? {}))),
    filters: new Map(modules.flatMap(({ past }) => Object.entries(past?.filters?.(on) ?? {}))),
  };
}

/** Returns the computed columns and the filters on a day; empty or refused where a module does not say how they stood. */
function readsOnDay(
  { models, ...catalogue }: ReadCatalogue,
  { computed, filters }: DayExpressions,
  relations: Relations,
): Pick<ReadCatalogue, 'computedColumns' | 'filterOf'> {
  const missing = models.filter(({ table }) => !relations.has(table));
  const known = <T>(expression: Expression<T> | undefined) =>
    expression && missing.some(({ table }) => wordsOf(expression).has(table)) ? undefined : expression;
  return {
    computedColumns: (def) =>
      Object.entries(catalogue.computedOf(def)).map(([name, type]) => ({
        name,
        type,
        computed: known(computed.get(def.path)?.[name]) ?? eb.cast<null>(eb.lit(null), type),
      })),
    filterOf: (def, name) => (catalogue.filtersOf(def).includes(name) ? known(filters.get(def.path)?.[name]) : undefined),
  };
}

/** Returns a problem for each column or filter that is declared but not implemented, or implemented but not declared. */
function checkExpressions(catalogue: Catalogue, modules: readonly ReadModule[]): string[] {
  const names = modules.map(({ name }) => name);
  return [
    ...names
      .filter((name) => !catalogue.modules.some((one) => one.name === name))
      .map((name) => `${name}: read models of a module that is not there`),
    ...names.filter((name, at) => names.indexOf(name) < at).map((name) => `two modules of the read side are called ${name}`),
    ...catalogue.modules.flatMap(({ name, computed = {}, filters = {} }) => {
      const here = modules.find((one) => one.name === name);
      return [
        ...differences(name, 'computed', namesOf(computed), namesOf(here?.computed ?? {})),
        ...differences(
          name,
          'filter',
          Object.entries(filters).flatMap(([path, own]) => own.map((one) => `${path}.${one}`)),
          namesOf(here?.filters ?? {}),
        ),
      ];
    }),
  ];
}

const namesOf = (of: Readonly<Record<string, object>>): string[] =>
  Object.entries(of).flatMap(([path, own]) => Object.keys(own).map((name) => `${path}.${name}`));

function differences(module: string, what: string, declared: readonly string[], made: readonly string[]): string[] {
  return [
    ...declared.filter((one) => !made.includes(one)).map((one) => `${module}: nothing makes the ${what} ${one}`),
    ...made.filter((one) => !declared.includes(one)).map((one) => `${module}: the ${what} ${one} is not declared`),
  ];
}

function checkProjections({ events }: Catalogue, projections: readonly Projection[]): string[] {
  const names = projections.map(({ name }) => name);
  const tables = projections.flatMap((one) => one.tables);
  return [
    ...names.filter((name, at) => names.indexOf(name) < at).map((name) => `two projections are called ${name}`),
    ...tables.filter((table, at) => tables.indexOf(table) < at).map((table) => `two projections fill the table ${table}`),
    ...projections.flatMap((one) =>
      (one.events === 'all' ? [] : one.events)
        .filter((type) => !events.has(type))
        .map((type) => `the projection ${one.name} waits for ${type}, which no module declares`),
    ),
  ];
}
