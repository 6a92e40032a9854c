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
  /** What its data hold. */
  schema: LazySchema;
  /** What it did to a record; absent for an event that is of no record. */
  change?: Reading;
}

/** What both sides know of all modules together. */
export interface Catalogue {
  modules: readonly ModuleDefinition[];
  registers: readonly AnyRegister[];
  chronicles: readonly Chronicle[];
  /** The register of an API path, which is also the `tabella` of the history. */
  register(path: string): AnyRegister | undefined;
  /** A register that is known to be there: named by another definition, or by code. */
  known(path: string): AnyRegister;
  chronicle(path: string): Chronicle | undefined;
  /** Whose labels and fields an entry of the history is told with. */
  toldBy(table: string): AnyRegister | Chronicle | undefined;
  /** The registers whose records live in the streams of this one. */
  childrenOf(def: AnyRegister): AnyRegister[];
  /** Fields of other registers that hold a value of this one. */
  referencesTo(def: AnyRegister): readonly Reference[];
  /** Every event type that may be recorded, in its current version; none in the browser. */
  events: ReadonlyMap<string, EventType>;
  /** How events of older versions are read; none in the browser. */
  upcasts: Upcasts;
  /** Event types that one command records many of, and the trail shows as one entry; none in the browser. */
  together: readonly string[];
  /** The register whose records are who signs in, by their keys, and the field of their full name. */
  accounts: { def: AnyRegister; fullName: string } | undefined;
  /** See `ModuleDefinition`; by name, for a register that has some. */
  computedOf(def: AnyRegister): Readonly<Record<string, 'numeric' | 'text'>>;
  filtersOf(def: AnyRegister): readonly string[];
  exportedOf(def: AnyRegister): Readonly<Record<string, ExportableColumn>>;
}

/** What whoever appends knows beside that. A browser appends nothing: it is not given it. */
export interface DeclaredEvents {
  of(modules: readonly ModuleDefinition[], register: Catalogue['register']): Pick<Catalogue, 'events' | 'upcasts' | 'together'>;
  chronicles: readonly Chronicle[];
  /** What of the modules does not fit. */
  problems(modules: readonly ModuleDefinition[]): string[];
}

const UNDECLARED: DeclaredEvents = {
  chronicles: [],
  of: () => ({ events: new Map(), upcasts: new Map(), together: [] }),
  problems: () => [],
};

/** The modules as one value. Throws with everything that `declared` finds wrong, at once. */
export function createCatalogue(modules: readonly ModuleDefinition[], declared = UNDECLARED): Catalogue {
  const registers = modules.flatMap((one) => one.registers ?? []);
  const chronicles = modules.flatMap((one) => one.chronicles ?? []).concat(declared.chronicles);
  const problems = declared.problems(modules);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const byPath = new Map(registers.map((def) => [def.path, def]));
  const chronicleByPath = new Map(chronicles.map((one) => [one.path, one]));
  const references = new Map(registers.map((def) => [def.path, referencesAmong(registers, def)]));
  const register = (path: string) => byPath.get(path);
  const joined = <T>(name: 'computed' | 'filters' | 'exported') =>
    new Map(modules.flatMap((one) => Object.entries((one[name] ?? {}) as Record<string, T>)));
  const computed = joined<Readonly<Record<string, 'numeric' | 'text'>>>('computed');
  const filters = joined<readonly string[]>('filters');
  const exported = joined<Readonly<Record<string, ExportableColumn>>>('exported');
  return {
    modules,
    registers,
    chronicles,
    register,
    known(path) {
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
