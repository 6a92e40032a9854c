import type { Request } from 'express';
import { isAdded } from '#contracts/core/added-fields.ts';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { readList, readOne, type Filters, type ListRow, type ListRowOf } from '#projections/registers/register.queries.ts';
import { pastRows } from './past-rows.ts';
import { readListQuery, readMoment, type PageRequest } from './list-query.ts';
import { namesOfKey, parameter, recordWholeListRead, type ModuleOptions, type ReadNeeds } from './read-request.ts';
import { RegisterRoute } from '../platform/http/register-route.ts';
import { requireIdentity } from '../platform/http/permissions.ts';
import { authoriseRead } from './authorise.ts';
import { readKey, readParent } from './body.ts';

/** Query for one record that was started before the session was known. */
interface PendingRead {
  key: string;
  row: Promise<ListRow | null>;
}

/** List route of a register. */
export type ReadRoute = RegisterRoute<PendingRead>;

/** Creates the list route of a register, which also answers with a single record. */
export function readRoute(def: AnyRegister, deps: ReadNeeds, options: ModuleOptions = {}): ReadRoute {
  return new RegisterRoute<PendingRead>(
    {
      method: 'GET',
      path: `/api/${def.path}`,
      permission: { access: def.access, action: 'view' },
      description: `Elenco: ${def.labels.many}. Senza parametri tutto quello che si può vedere; con pagina, righe, ordina, cerca o filtri una pagina con il totale; con la chiave un record solo. Con al (un giorno, cioè la sua fine a Roma, o un istante) le righe com’erano allora: quelle eliminate da allora hanno eliminato_il ed eliminato_da.`,
    },
    {
      startReading(req) {
        const key = parameter(req, namesOfKey(def, options));
        if (typeof key !== 'string') return undefined;
        const found = readOne(deps.readDb, deps.catalogue, def, key);
        found.catch(() => {});
        return { key, row: found };
      },
      async answer(req, res, context, { earlyRead }) {
        const identity = requireIdentity(context.identity);
        const raw = parameter(req, namesOfKey(def, options));
        const moment = readMoment(req.query, deps.clock.now());
        if (moment) {
          res.json(await pastRows(deps, def, { req, identity, moment }, options));
          return;
        }
        if (raw !== undefined) {
          const key = readKey(def, raw);
          const row = await visible(
            deps,
            def,
            identity,
            earlyRead?.key === String(key) ? earlyRead.row : readOne(deps.readDb, deps.catalogue, def, key),
          );
          res.set('ETag', `"${String(row.versione)}"`).json({ data: [row] });
          return;
        }
        const parent = def.parent ? await parentFilter(deps, def, { req, identity }, options) : {};
        const request = readListQuery(req.query, def.list.pageSize);
        const filters = { ...request?.filtri, ...parent };
        const { rows, total: totale } = await readList(
          deps.lists,
          deps.catalogue,
          await definitionFor(deps, def, { ...request, filtri: filters }),
          {
            ...request,
            filtri: filters,
            scope: scope(identity, def.access, 'view'),
            utente: identity.memberID,
            today: romeDate(deps.clock.now()),
          },
        );
        if (!request && def.personal && rows.length > 0) await recordWholeListRead(deps, def, { req, identity }, rows.length);
        res.json(request ? { data: rows, totale: totale ?? rows.length } : { data: rows });
      },
    },
  );
}

/**
 * Returns the register definition for a list call. Filters and orders by added documents or deadlines need the definition with the added
 * documents; for other calls it is not loaded.
 */
async function definitionFor(
  { catalogue, lists }: Pick<ReadNeeds, 'catalogue' | 'lists'>,
  def: AnyRegister,
  { ordina, filtri }: PageRequest,
) {
  const names = [...Object.keys(filtri ?? {}), ...(ordina === undefined ? [] : [ordina.replace(/^-/, '')])];
  return names.some((name) => BY_DEADLINES.has(name) || isAdded(def, name)) ? catalogue.currentDefinition(lists, def) : def;
}

const BY_DEADLINES: ReadonlySet<string> = new Set(['scaduti', 'in_scadenza']);

/** Returns the record's row of the read table. Throws 404 if it does not exist or the person may not see it. */
export async function readVisible<D extends AnyRegister>(
  deps: Pick<ReadNeeds, 'catalogue' | 'readDb'>,
  def: D,
  key: string | number,
  identity: Identity,
): Promise<ListRowOf<D>> {
  return visible(deps, def, identity, readOne(deps.readDb, deps.catalogue, def, key));
}

async function visible<Found extends ListRow>(
  deps: Pick<ReadNeeds, 'catalogue' | 'readDb'>,
  def: AnyRegister,
  identity: Identity,
  found: Promise<Found | null>,
): Promise<Found> {
  const row = await found;
  if (!row) throw new DomainError('SCONOSCIUTO');
  authoriseRead(def, identity, await ownerOfRow(deps, def, row));
  return row;
}

/** Returns the owner of a row; a child belongs to the owner of its parent. */
export async function ownerOfRow(
  deps: Pick<ReadNeeds, 'catalogue' | 'readDb'>,
  def: AnyRegister,
  row: ListRow,
): Promise<string | undefined> {
  const parent = def.parent && deps.catalogue.register(def.parent.register);
  if (!parent || !def.parent) return row.utente;
  const above = await readOne(deps.readDb, deps.catalogue, parent, row[def.parent.field] as string | number);
  return above?.utente;
}

/**
 * Returns the filter for the children of the parent that the request names; none if it names no parent. Throws 404 if the person may not
 * see the parent.
 */
async function parentFilter(
  deps: ReadNeeds,
  def: AnyRegister,
  { req, identity }: { req: Request; identity: Identity },
  { idIsParent }: ModuleOptions,
): Promise<Filters> {
  const parent = def.parent && deps.catalogue.register(def.parent.register);
  if (!parent || !def.parent) return {};
  const { field } = def.parent;
  const raw = parameter(req, idIsParent ? [field, 'id'] : [field]);
  if (raw === undefined) return {};
  const key = readParent(deps.catalogue, def, raw);
  await readVisible(deps, parent, key, identity);
  return { [field]: key };
}
