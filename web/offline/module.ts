import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { RowOf, SomeValuesOf } from '#web/registers/row.ts';

/** Returns the rows of a register from the device. */
export type RowsOf = <D extends AnyRegister>(def: D) => readonly RowOf<D>[];

/** A register copied to the device, for offline forms to choose from, or for its latest rows. */
export interface CopiedRegister {
  def: AnyRegister;
  /** Maximum number of pages of 500 rows to copy. */
  pages: number;
  order?: string;
}

/** A register whose records can be written without a network. */
export interface OfflineRegister<D extends AnyRegister = AnyRegister> {
  def: D;
  /** Returns the title of a write to the register. */
  title(values: SomeValuesOf<D>, rows: RowsOf): string;
  /** Computes the values that the portal will derive for a row. The rows of a child register come computed, all others as stored. */
  reckoned?(row: RowOf<D>, rows: RowsOf): Values;
}

/** An upload that the device can store; the others need the network. */
export interface OfflineUpload {
  url: string;
  /** Tells whether the device can store an upload to this address with these fields. */
  takes(fields: Readonly<Record<string, string>>): boolean;
  /** Returns the title of an upload; `owner`: title of the waiting item whose record the file belongs to, else the file's `name`. */
  title(fields: Readonly<Record<string, string>>, file: { name: string; owner: string }): string;
}

/** The registers and uploads that a module keeps on the device. */
export interface OfflineModule {
  copies: readonly CopiedRegister[];
  writes: readonly OfflineRegister[];
  uploads?: readonly OfflineUpload[];
}

/** The registers and uploads of all modules, as the outbox looks them up. */
export type OfflineModules = ReturnType<typeof joinModules>;

/** Joins what the modules keep on the device. A register that several of them copy is copied once, with the most pages that one asks for. */
export function joinModules(modules: readonly OfflineModule[]) {
  const copies = new Map<string, CopiedRegister>();
  for (const copy of modules.flatMap((one) => one.copies)) {
    const there = copies.get(copy.def.path);
    if (!there || there.pages < copy.pages) copies.set(copy.def.path, copy);
  }
  const writes = modules.flatMap((one) => one.writes);
  const uploads = modules.flatMap((one) => one.uploads ?? []);
  return {
    copies: [...copies.values()],
    /** Returns the register at a path, if its records can be written without a network. */
    register: (path: string): OfflineRegister | undefined => writes.find(({ def }) => def.path === path),
    upload: (url: string, fields: Readonly<Record<string, string>>): OfflineUpload | undefined =>
      uploads.find((one) => one.url === url && one.takes(fields)),
  };
}
