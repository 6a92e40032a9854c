import type { Request } from 'express';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { nameInTrail, readingId, recordTaking } from '../platform/identity/access-trail.ts';
import type { Dependencies, Route } from '../platform/module.ts';

export interface ModuleOptions {
  /** For a child register: the parameter `id` is the key of the parent, as in some of the specification's calls. */
  idIsParent?: true;
  /** Called before several records are deleted, so that either all are deleted or none; throws to refuse. */
  beforeMany?(keys: readonly (string | number)[]): Promise<void>;
  /** Condition under which a write needs a fresh confirmation, for records that grant rights. */
  confirmed?: Route['confirmed'];
}

export type ReadNeeds = Pick<Dependencies, 'catalogue' | 'readDb' | 'lists' | 'writeDb' | 'clock' | 'log'>;

export function namesOfKey(def: AnyRegister, { idIsParent }: ModuleOptions): string[] {
  const own = def.parent?.field === def.key.field ? [] : [def.key.field];
  const names = def.key.kind === 'sequence' ? ['chiave', ...own, 'id'] : ['chiave', ...own];
  return idIsParent ? names.filter((name) => name !== 'id') : names;
}

export function parameter(req: Request, names: readonly string[]): unknown {
  return names.map((name) => req.query[name]).find((value) => value !== undefined);
}

/** Records in the access trail that a person read a whole list of personal data. A repeated reading within a minute is recorded once. */
export function recordWholeListRead(
  deps: ReadNeeds,
  def: AnyRegister,
  { req, identity }: { req: Request; identity: Identity },
  count: number,
): Promise<void> {
  const utente = nameInTrail(identity);
  const taker = { utente, indirizzo: req.ip ?? null, commandId: readingId(utente, `api/${def.path}`, deps.clock.now()) };
  return recordTaking(deps, taker, { tipo: 'esportazione', cosa: `Elenco intero: ${def.labels.many}`, quanti: count });
}
