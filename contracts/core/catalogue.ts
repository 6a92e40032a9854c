import type { Chronicle } from './chronicle.ts';
import type { AnyRegister } from './define-register.ts';
import type { ExportableColumn } from '../export/column.ts';
import type { ModuleDefinition } from './define-module.ts';
import type { Reading } from './event-reading.ts';
import type { LazySchema } from './event-schema.ts';
import type { Upcasts } from './events.ts';
import { referencesAmong, type Reference } from './references.ts';

/** An event type that a module declares. */
export interface EventType {
  /** Schema of the event's data. */
  schema: LazySchema;
  /** Reads the change of the record off the data; absent for an event that concerns no record. */
  change?: Reading;
}

/** Lookup of all modules together, shared by server and browser. */
export interface Catalogue {
  modules: readonly ModuleDefinition[];
  registers: readonly AnyRegister[];
  chronicles: readonly Chronicle[];
  /** The register of an API path, which is also the `tabella` of the history. */
  register(path: string): AnyRegister | undefined;
  /** Returns the register of a path; throws if there is none. For paths named by another definition or by code. */
  registerOrThrow(path: string): AnyRegister;
  chronicle(path: string): Chronicle | undefined;
  /** Returns the register or chronicle that gives labels and fields to an entry of the history. */
  toldBy(table: string): AnyRegister | Chronicle | undefined;
  /** Returns the registers whose records live in the streams of this register. */
  childrenOf(def: AnyRegister): AnyRegister[];
  /** Fields of other registers that hold a value of this one. */
  referencesTo(def: AnyRegister): readonly Reference[];
  /** Every event type that may be recorded, in its current version; empty in the browser. */
  events: ReadonlyMap<string, EventType>;
  /** Conversions of older event versions to current ones; empty in the browser. */
  upcasts: Upcasts;
  /** The register of user accounts, keyed by user name, and its field for the full name. */
  accounts: { def: AnyRegister; fullName: string } | undefined;
  /** See `ModuleDefinition`; the declarations of one register, by name. */
  computedOf(def: AnyRegister): Readonly<Record<string, 'numeric' | 'text'>>;
  filtersOf(def: AnyRegister): readonly string[];
  exportedOf(def: AnyRegister): Readonly<Record<string, ExportableColumn>>;
}

/** Declarations that only the appending side needs; the browser appends nothing and does not load them. */
export interface DeclaredEvents {
  of(modules: readonly ModuleDefinition[], register: Catalogue['register']): Pick<Catalogue, 'events' | 'upcasts'>;
  chronicles: readonly Chronicle[];
  /** Returns the problems of the modules' declarations, one sentence each. */
  problems(modules: readonly ModuleDefinition[]): string[];
}

const UNDECLARED: DeclaredEvents = {
  chronicles: [],
  of: () => ({ events: new Map(), upcasts: new Map() }),
  problems: () => [],
};

/** Builds the catalogue of the modules. Throws one error that lists everything `declared` finds wrong. */
export function createCatalogue(modules: readonly ModuleDefinition[], declared = UNDECLARED): Catalogue {
  const registers = modules.flatMap((one) => one.registers ?? []);
  const chronicles = modules.flatMap((one) => one.chronicles ?? []).concat(declared.chronicles);
  const problems = declared.problems(modules);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const byPath = new Map(registers.map((def) => [def.path, def]));
  const chronicleByPath = new Map(chronicles.map((one) => [one.path, one]));
  const references = new Map(registers.map((def) => [def.path, referencesAmong(registers, def)]));
  const register = (path: string) => byPath.get(path);
  const joinModules = <T>(name: 'computed' | 'filters' | 'exported') =>
    new Map(modules.flatMap((one) => Object.entries((one[name] ?? {}) as Record<string, T>)));
  const computed = joinModules<Readonly<Record<string, 'numeric' | 'text'>>>('computed');
  const filters = joinModules<readonly string[]>('filters');
  const exported = joinModules<Readonly<Record<string, ExportableColumn>>>('exported');
  return {
    modules,
    registers,
    chronicles,
    register,
    registerOrThrow(path) {
      const def = byPath.get(path);
      if (!def) throw new Error(`there is no register ${path}`);
      return def;
    },
    chronicle: (path) => chronicleByPath.get(path),
    toldBy: (table) => byPath.get(table) ?? chronicleByPath.get(table),
    childrenOf: (def) => registers.filter((child) => child.parent?.register === def.path),
    referencesTo: (def) => references.get(def.path) ?? [],
    ...declared.of(modules, register),
    accounts: accountsAmong(registers),
    computedOf: (def) => computed.get(def.path) ?? {},
    filtersOf: (def) => filters.get(def.path) ?? [],
    exportedOf: (def) => exported.get(def.path) ?? {},
  };
}

function accountsAmong(registers: readonly AnyRegister[]): Catalogue['accounts'] {
  const def = registers.find(({ accounts }) => accounts);
  return def?.accounts && { def, fullName: def.accounts.fullName };
}
