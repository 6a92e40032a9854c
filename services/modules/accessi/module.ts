import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import type { AccessRow } from '#contracts/modules/accessi.ts';
import { accessFilters } from '#contracts/modules/accessi-request.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { seesTrail } from '#contracts/modules/trail.ts';
import { accessGroups, accessPage } from '#projections/accesso/accessi.queries.ts';
import { nameInTrail, recordAccess, recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { pageQuery, VALUES_PER_PAGE, valuesQuery } from '#services/registers/list-query.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { BOARD, exportableList, TRAILS } from '#contracts/export/lists.ts';
import { takingRequest } from '#contracts/core/taking-request.ts';
import { seesBoard } from '#contracts/modules/scadenze/board.ts';

/**
 * Creates the route by which a browser announces an export or a print of data it has read. The browser waits for the response, so that no
 * file leaves the portal unrecorded.
 */
function reportTakingRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/accessi',
    permission: 'session',
    description:
      'Annota nel registro degli accessi un’esportazione o una stampa che il browser sta per fare (tipo, tabella, forma, quanti, quali).',
    schema: { body: takingRequest },
    async handle(req, res, context) {
      const { tipo, tabella, forma, quanti, quali } = takingRequest.parse(req.body);
      const list = exportableList(deps.catalogue, tabella);
      if (!list) throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'tabella', messaggio: 'Tabella sconosciuta' }] });
      if (!sees(deps, requireIdentity(context.identity), tabella)) throw new DomainError('NON_PERMESSO');
      const what = `${list.many}, ${forma}${quali.length === 0 ? '' : `: ${quali.join(', ')}`}`;
      await recordTaking(deps, takerOf(req, context), { tipo, cosa: what, quanti });
      res.status(201).json({ message: { annotato: true } });
    },
  };
}

function sees({ catalogue }: Pick<Dependencies, 'catalogue'>, identity: Identity, table: string): boolean {
  if (TRAILS.includes(table)) return seesTrail(identity);
  if (table === BOARD) return seesBoard(identity);
  const def = catalogue.register(table);
  return def !== undefined && scope(identity, def.access, 'view') !== 'none';
}

const ROWS = 20;
const query = pageQuery.pick({ pagina: true, righe: true }).extend(accessFilters.shape);

/** Creates the route that lists sign-ins, refusals and downloads, newest first. Each reading is itself recorded in the trail. */
function accessesRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/amministrazione/accessi',
    permission: 'session',
    description:
      'Accessi, rifiuti, documenti aperti, zip, esportazioni, stampe e operazioni, a pagine (dal, al, utente, tipo, cosa); chi li consulta vi è annotato. Solo per i gruppi 2 e 9.',
    schema: { query },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      if (!seesTrail(identity)) throw new DomainError('NON_PERMESSO');
      const { pagina, righe = ROWS, ...filter } = query.parse(req.query);
      await recordAccess(deps, {
        tipo: 'consultazione',
        utente: nameInTrail(identity),
        indirizzo: req.ip ?? null,
        cosa: 'GET /api/amministrazione/accessi',
      });
      const { rows, total } = await accessPage(deps.lists, filter, { limit: righe, offset: (pagina - 1) * righe });
      res.json({ data: rows satisfies AccessRow[], totale: total });
    },
  };
}

const groupsQuery = valuesQuery.extend(accessFilters.shape);

/** Creates the route that counts the trail's entries by the values of a column. Each reading is itself recorded in the trail. */
function accessGroupsRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/amministrazione/accessi/gruppi',
    permission: 'session',
    heavy: true,
    description:
      'Le righe del registro degli accessi raggruppate per i valori di una colonna (per), con gli stessi filtri. Solo per i gruppi 2 e 9.',
    schema: { query: groupsQuery },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      if (!seesTrail(identity)) throw new DomainError('NON_PERMESSO');
      const { pagina, righe = VALUES_PER_PAGE, per, ...filter } = groupsQuery.parse(req.query);
      await recordAccess(deps, {
        tipo: 'consultazione',
        utente: nameInTrail(identity),
        indirizzo: req.ip ?? null,
        cosa: 'GET /api/amministrazione/accessi/gruppi',
      });
      res.json(await accessGroups(deps.lists, filter, { per, limit: righe, offset: (pagina - 1) * righe }));
    },
  };
}

/** Creates the module of the trail of accesses: sign-ins, refusals, and data taken out of the portal. */
export function accessiModule(deps: Dependencies): Module {
  return { name: 'accessi', routes: [accessesRoute(deps), accessGroupsRoute(deps), reportTakingRoute(deps)] };
}
