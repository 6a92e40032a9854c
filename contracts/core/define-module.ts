import type { ExportableColumn } from '../export/column.ts';
import type { Chronicle } from './chronicle.ts';
import type { AnyRegister } from './define-register.ts';

/** By register, then by name. */
type OfRegisters<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

/**
 * What both sides know of a module. Services, projections and workers each add their own to the same
 * name. The data of its facts stand in `declared-events.ts`'s lists: only who appends reads them.
 */
export interface ModuleDefinition {
  name: string;
  registers?: readonly AnyRegister[];
  chronicles?: readonly Chronicle[];
  /** What the rows of a register carry beside its fields; lists can be sorted by them. The read side says how each is made. */
  computed?: OfRegisters<'numeric' | 'text'>;
  /** What a list can be narrowed to beside its fields, and where such a filter leads. The read side says which rows those are. */
  filters?: Readonly<Record<string, readonly string[]>>;
  /** Columns of exported lists that are made of other values of the row. */
  exported?: OfRegisters<ExportableColumn>;
}

export const defineModule = (def: ModuleDefinition): ModuleDefinition => def;

/** A module that is one register and nothing more. */
export const plainModule = (def: AnyRegister): ModuleDefinition => defineModule({ name: def.path, registers: [def] });
