import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { readOne } from '#projections/registers/register.queries.ts';
import type { Dependencies } from '../platform/module.ts';
import { authoriseRead } from './authorise.ts';
import { ownerOfRow } from './read.ts';

type Needs = Pick<Dependencies, 'catalogue' | 'readDb'>;

/** A living record whose rights another record follows. */
export interface Followed {
  def: AnyRegister;
  key: string | number;
  /** Owner of the record; of a child, its parent's. */
  owner: string | undefined;
}

/** Returns the living record that a record's values name, whoever may see it; `null` if there is none. */
export async function findFollowed(
  deps: Needs,
  { access: { through } }: AnyRegister,
  values: Readonly<Record<string, unknown>>,
): Promise<Followed | null> {
  const def = through && deps.catalogue.register(String(values[through.register]));
  if (!def) return null;
  const row = await readOne(deps.readDb, deps.catalogue, def, String(values[through.record]));
  return row && { def, key: row[def.key.field] as string | number, owner: await ownerOfRow(deps, def, row) };
}

/** Returns the living record that a record's values name. Throws 404 if there is none, and as the record's own call if the person may not see it. */
export async function requireFollowed(
  deps: Needs,
  def: AnyRegister,
  values: Readonly<Record<string, unknown>>,
  identity: Identity,
): Promise<Followed> {
  const followed = await findFollowed(deps, def, values);
  if (!followed) throw new DomainError('SCONOSCIUTO');
  authoriseRead(followed.def, identity, followed.owner);
  return followed;
}
