import type { ExportableColumn } from '../export/column.ts';
import type { Chronicle } from './chronicle.ts';
import type { AnyRegister } from './define-register.ts';

/** Declarations by register path, then by name. */
type OfRegisters<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/**
 * A module's part that server and browser share. Services, projections and workers add theirs under the same name. Schemas of its facts are
 * in the lists of `declared-events.ts`, since only the appending side reads them.
 */
export interface ModuleDefinition {
  name: string;
  registers?: readonly AnyRegister[];
  /** The definitions of its registers are the whole module: the write side adds nothing but their calls. */
  plain?: true;
  chronicles?: readonly Chronicle[];
  /** Computed columns of a register's rows, by which lists can be sorted. The read side defines how each is computed. */
  computed?: OfRegisters<'numeric' | 'text'>;
  /** Names of extra filters of a list, also used in links. The read side defines which rows each keeps. */
  filters?: Readonly<Record<string, readonly string[]>>;
  /** Columns of exported lists that are computed from other values of the row. */
  exported?: OfRegisters<ExportableColumn>;
}

export const defineModule = (def: ModuleDefinition): ModuleDefinition => def;

/** Defines a module that is one register and nothing else, on every side. */
export const plainModule = (def: AnyRegister): ModuleDefinition => defineModule({ name: def.path, registers: [def], plain: true });
