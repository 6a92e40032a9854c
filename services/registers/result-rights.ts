import { GRUPPO_AMMINISTRATORI, scope, type Action, type Identity } from '#contracts/core/permissions.ts';
import type { JobRow, ResultRights } from '#contracts/ports/job-queue.ts';
import type { Dependencies } from '../platform/module.ts';

type Catalogue = Pick<Dependencies['catalogue'], 'register' | 'registers' | 'toldBy'>;

/** The rights that the list of a register takes; a list of several registers (history, board) shows what all of them show. */
export const rightsForList = (catalogue: Catalogue, identity: Identity, tabella: string): ResultRights =>
  viewsOf(catalogue, identity, catalogue.register(tabella) ? [tabella] : undefined);

/** The view of these registers (paths; all of them unless given) as a person has it now. */
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
 * Tells whether a person may read the result of a job today: with the rights that making it took. An administrator who sees the portal as
 * that person may not, since a result can hold reserved documents.
 */
export function mayReadResult(catalogue: Catalogue, identity: Identity, { rights, groupID }: JobRow): boolean {
  if (identity.osservatore !== undefined) return false;
  if (identity.groupID === GRUPPO_AMMINISTRATORI) return true;
  // a job of before rights were kept is for the group that it was asked for in
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
