import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { readOne } from '#projections/registers/register.queries.ts';
import type { Dependencies } from '../platform/module.ts';
import { authoriseRead } from './authorise.ts';
import { ownerOfRow } from './read.ts';

type Needs = Pick<Dependencies, 'catalogue' | 'readDb'>;

/** An existing record whose rights apply to another record, such as to a comment. */
export interface FollowedRecord {
  def: AnyRegister;
  key: string | number;
  /** User name of the record's owner; a child has its parent's owner. */
  owner: string | undefined;
}

/** Returns the existing record that `values` refers to, without checking rights; `null` if there is none. */
export async function findFollowed(
  deps: Needs,
  { access: { through } }: AnyRegister,
  values: Readonly<Record<string, unknown>>,
): Promise<FollowedRecord | null> {
  const def = through && deps.catalogue.register(String(values[through.register]));
  if (!def) return null;
  const row = await readOne(deps.readDb, deps.catalogue, def, String(values[through.record]));
  return row && { def, key: row[def.key.field] as string | number, owner: await ownerOfRow(deps, def, row) };
}

/** Returns the existing record that `values` refers to. Throws 404 if there is none, 403 or 404 if the person may not see it. */
export async function requireFollowed(
  deps: Needs,
  def: AnyRegister,
  values: Readonly<Record<string, unknown>>,
  identity: Identity,
): Promise<FollowedRecord> {
  const followed = await findFollowed(deps, def, values);
  if (!followed) throw new DomainError('SCONOSCIUTO');
  authoriseRead(followed.def, identity, followed.owner);
  return followed;
}
