import type { Request } from 'express';
import type { Moment } from '#contracts/core/as-of.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { withMarks } from '#contracts/core/reserved-marks.ts';
import { readList, type Filters, type List, type ListRequest } from '#projections/registers/register.queries.ts';
import { readKey, readParent } from './body.ts';
import { readListQuery } from './list-query.ts';
import { namesOfKey, parameter, recordWholeListRead, type ModuleOptions, type ReadNeeds } from './read-request.ts';

interface PastRowsRequest {
  req: Request;
  identity: Identity;
  moment: Moment;
}

/**
 * Returns the rows of a list call as of an instant: all, the one with a key, or the children of one parent. Reserved documents are replaced
 * by marks. Throws 404 if the key or the parent did not exist then, or if the person may not see it. The caller checks the right to the
 * history.
 */
export async function pastRows(
  deps: ReadNeeds,
  def: AnyRegister,
  pastRequest: PastRowsRequest,
  options: ModuleOptions,
): Promise<{ data: Record<string, unknown>[]; totale: number }> {
  const { req, identity } = pastRequest;
  const effective = await deps.catalogue.currentDefinition(deps.lists, def);
  const raw = parameter(req, namesOfKey(def, options));
  if (raw !== undefined) {
    const row = await onlyRow(deps, effective, pastRequest, readKey(def, raw));
    return { data: [withMarks(effective, row)], totale: 1 };
  }
  const parent = await parentFilter(deps, def, pastRequest, options);
  const request = readListQuery(req.query, def.list.pageSize);
  const { rows, total } = await listAt(deps, effective, pastRequest, { ...request, filtri: { ...request?.filtri, ...parent } });
  if (!request && def.personal && rows.length > 0) await recordWholeListRead(deps, def, { req, identity }, rows.length);
  return { data: rows.map((row) => withMarks(effective, row)), totale: total ?? rows.length };
}

function listAt(
  { lists, catalogue }: ReadNeeds,
  def: AnyRegister,
  { identity, moment }: PastRowsRequest,
  request: Omit<ListRequest, 'scope' | 'utente'>,
): Promise<List> {
  const seen = scope(identity, def.access, 'view');
  return readList(lists, catalogue, def, { ...request, al: moment.al, today: moment.giorno, scope: seen, utente: identity.memberID });
}

async function onlyRow(deps: ReadNeeds, def: AnyRegister, asked: PastRowsRequest, key: string | number) {
  const { rows } = await listAt(deps, def, asked, { filtri: { [def.key.field]: key } });
  if (!rows[0]) throw new DomainError('SCONOSCIUTO');
  return rows[0];
}

async function parentFilter(deps: ReadNeeds, def: AnyRegister, request: PastRowsRequest, { idIsParent }: ModuleOptions): Promise<Filters> {
  const parent = def.parent && deps.catalogue.register(def.parent.register);
  if (!parent || !def.parent) return {};
  const { field } = def.parent;
  const raw = parameter(request.req, idIsParent ? [field, 'id'] : [field]);
  if (raw === undefined) return {};
  const key = readParent(deps.catalogue, def, raw);
  await onlyRow(deps, parent, request, key);
  return { [field]: key };
}
