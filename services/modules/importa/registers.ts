import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { mayImport, type RegistroImporta } from '#contracts/modules/importa.ts';
import { importable } from '#contracts/modules/import-columns.ts';
import type { ResultRights } from '#contracts/ports/job-queue.ts';
import type { RegisterHeads } from '#contracts/ports/file-reading.ts';
import { headsOf } from '#services/modules/importa/file/match-columns.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Dependencies } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'readDb'>;

/** Returns the register as it is valid now, with the document kinds that were added to it as data. */
export const currentDefinition = ({ catalogue, readDb }: Deps, def: AnyRegister): Promise<AnyRegister> =>
  catalogue.currentDefinition(readDb, def);

/** Returns the registers into which the person may import, sorted by their Italian names. */
export async function importableRegisters(deps: Deps, identity: Identity): Promise<RegistroImporta[]> {
  const mine = deps.catalogue.registers.filter((def) => mayImport(identity, def));
  const entries = await Promise.all(
    mine.map(async (known) => {
      const def = await currentDefinition(deps, known);
      const campi = importable(def).map(({ field, label, required }) => ({ campo: field, nome: label, obbligatorio: required }));
      return { registro: def.path, nome: def.labels.many, campi };
    }),
  );
  return entries.toSorted((one, other) => one.nome.localeCompare(other.nome, 'it'));
}

/** Returns the column names of those registers, for the process that reads a file. */
export const headsFor = (deps: Deps, identity: Identity): Promise<RegisterHeads[]> =>
  Promise.all(
    deps.catalogue.registers.filter((def) => mayImport(identity, def)).map(async (known) => headsOf(await currentDefinition(deps, known))),
  );

/** Returns the person if at least one register accepts that person's imports. Throws NON_PERMESSO. */
export function importer({ catalogue }: Pick<Deps, 'catalogue'>, who: Identity | null): Identity {
  const identity = requireIdentity(who);
  if (!catalogue.registers.some((def) => mayImport(identity, def)))
    throw new DomainError('NON_PERMESSO', { message: 'Importa chi può inserire e vedere tutto in almeno un’area.' });
  return identity;
}

/**
 * Returns the rights that reading an import's outcome requires. An import of several registers requires those of every register into which
 * the person may import.
 */
export function importRights({ catalogue }: Pick<Deps, 'catalogue'>, identity: Identity, registro: string | undefined): ResultRights {
  const paths = catalogue.registers.filter((def) => (registro === undefined ? mayImport(identity, def) : def.path === registro));
  const inserts = paths.map(({ path }) => path);
  return { views: Object.fromEntries(inserts.map((path) => [path, 'all' as const])), inserts };
}

/** Returns the register of a request. Throws if the register is unknown, or if the person may not import into it. */
export function registerFor({ catalogue }: Pick<Deps, 'catalogue'>, identity: Identity, name: string): AnyRegister {
  const def = catalogue.register(name);
  if (!def) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'registro', messaggio: 'Registro sconosciuto' }] });
  if (!mayImport(identity, def)) throw new DomainError('NON_PERMESSO');
  return def;
}
