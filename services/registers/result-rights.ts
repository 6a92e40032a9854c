import { GRUPPO_AMMINISTRATORI, scope, type Action, type Identity } from '#contracts/core/permissions.ts';
import type { JobRow, ResultRights } from '#contracts/ports/job-queue.ts';
import type { Dependencies } from '../platform/module.ts';

type Catalogue = Pick<Dependencies['catalogue'], 'register' | 'registers' | 'toldBy'>;

/**
 * Returns the rights that a list's result requires. For a list over several registers, such as history or board, these are the person's
 * rights to view all registers.
 */
export const rightsForList = (catalogue: Catalogue, identity: Identity, tabella: string): ResultRights =>
  viewsOf(catalogue, identity, catalogue.register(tabella) ? [tabella] : undefined);

/** Returns the person's current rights to view the registers with these paths; all registers by default. */
export function viewsOf(catalogue: Catalogue, identity: Identity, paths = catalogue.registers.map(({ path }) => path)): ResultRights {
  const views: Record<string, 'own' | 'all'> = {};
  for (const path of paths) {
    const def = catalogue.register(path);
    const seen = def ? scope(identity, def.access, 'view') : 'none';
    if (seen !== 'none') views[path] = seen;
  }
  return { views };
}

/**
 * Tells whether a person may read the result of a job now, which requires the rights that were required for making it. An administrator who
 * sees the portal as another user may not, since a result can contain reserved documents.
 */
export function mayReadResult(catalogue: Catalogue, identity: Identity, { rights, groupID }: JobRow): boolean {
  if (identity.osservatore !== undefined) return false;
  if (identity.groupID === GRUPPO_AMMINISTRATORI) return true;
  // jobs older than the column `diritti` are readable by the group in which they were requested
  if (!rights) return identity.groupID === groupID;
  const { group, views = {}, inserts = [], reserved = [] } = rights;
  if (group !== undefined && group !== identity.groupID) return false;
  const today = (path: string, action: Action) => {
    const def = catalogue.toldBy(path);
    return def ? scope(identity, def.access, action) : 'none';
  };
  return (
    Object.entries(views).every(([path, taken]) => today(path, 'view') === 'all' || today(path, 'view') === taken) &&
    inserts.every((path) => today(path, 'insert') === 'all') &&
    reserved.every((path) => today(path, 'edit') !== 'none')
  );
}
