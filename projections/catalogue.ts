import type { RawBuilder } from 'kysely';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Asked } from './database/prepared.ts';
import type { ColumnType } from './engine/bulk.ts';
import type { Projection } from './engine/projection.ts';
import { registerProjection } from './registers/register.projection.ts';
import { storicoProjection } from './storico/storico.projection.ts';

/** Something a list can be sorted by; filtered by as well, unless it is `computed`. */
export interface ListColumn {
  name: string;
  type: ColumnType;
  computed?: RawBuilder<unknown>;
  /** Where its value lies, when that is no column of its own; the row is called `r`. */
  expression?: RawBuilder<unknown>;
}

/** By register, then by name: SQL in which the row is called `r`. */
type Expressions = Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>>;

/** What the read side adds to a module. */
export interface ReadModule {
  /** Of the module in contracts. */
  name: string;
  /** Read models beside the tables of its registers, or in their place. */
  projections?(catalogue: Catalogue): readonly Projection[];
  /** How the values that it says its rows carry are made. */
  computed?: Expressions;
  /** Which rows its own filters leave. */
  filters?: Expressions;
  /** By register: its definition as it is today, where more documents are added as data. */
  effective?: Readonly<Record<string, Effective>>;
}

type Effective = (db: Asked, def: AnyRegister) => Promise<AnyRegister>;

/** The catalogue with what the read side knows of it. */
export interface ReadCatalogue extends Catalogue {
  /** Every read model of the portal. */
  projections: readonly Projection[];
  computedColumns(def: AnyRegister): readonly ListColumn[];
  /** A filter that is no field's, by its name. */
  filterOf(def: AnyRegister, name: string): RawBuilder<unknown> | undefined;
  /** The definition with the documents that were added to it as data; itself where there are none. */
  effective(db: Asked, def: AnyRegister): Promise<AnyRegister>;
}

/** The tables of all registers and the history of all records, with what the modules have of their own. Throws with everything that does not fit, at once. */
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
  const effective = new Map(modules.flatMap((one) => Object.entries(one.effective ?? {})));
  return {
    ...catalogue,
    projections,
    computedColumns: (def) =>
      Object.entries(catalogue.computedOf(def)).map(([name, type]) => ({ name, type, computed: computed.get(def.path)![name]! })),
    effective: async (db, def) => (def.takesKinds ? ((await effective.get(def.path)?.(db, def)) ?? def) : def),
    filterOf: (def, name) => (catalogue.filtersOf(def).includes(name) ? filters.get(def.path)?.[name] : undefined),
  };
}

/** What modules say that their lists know, and what is here: the same names. */
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
