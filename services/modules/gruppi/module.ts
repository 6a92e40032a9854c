import { DomainError } from '#contracts/core/errors.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { readKeys, recordOfBody, readParent } from '#services/registers/body.ts';
import { registerModule, postRoute, putRoute } from '#services/registers/register-module.ts';
import { comparisonRoute } from '#services/registers/comparison.ts';
import { deleteRoute } from '#services/registers/delete.ts';
import { withLevels } from './levels.ts';
import { romeDate } from '#contracts/core/dates.ts';
import { scope } from '#contracts/core/permissions.ts';
import { readList } from '#projections/registers/register.queries.ts';
import { requireIdentity, checkPermission } from '#services/platform/http/permissions.ts';
import { readRoute } from '#services/registers/read.ts';

const DEF = groupsPermissions;

/** Creates the route that reads a group's permissions (`?id=GROUP`). Everyone may read those of the own group, which the screens need. */
function readPermissionsRoute(deps: Dependencies): Route {
  const amministrazione = readRoute(DEF, deps, { idIsParent: true });
  return {
    method: 'GET',
    path: '/api/groupsPermissions',
    permission: 'session',
    description: 'Permessi di un gruppo (id): quelli del proprio sono di ognuno, senza id e senza amministrazione sono questi.',
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const requested = req.query['id'] ?? req.query['groupID'];
      const isOwnGroup =
        requested === undefined
          ? scope(identity, groupsPermissions.access, 'view') === 'none' && req.query['chiave'] === undefined
          : readParent(deps.catalogue, DEF, requested) === identity.groupID;
      if (!isOwnGroup || req.query['al'] !== undefined) {
        checkPermission(amministrazione.permission, identity);
        return amministrazione.handle(req, res, context);
      }
      const { rows } = await readList(deps.lists, deps.catalogue, DEF, {
        scope: 'all',
        utente: identity.memberID,
        filtri: { groupID: identity.groupID },
        today: romeDate(deps.clock.now()),
      });
      res.json({ data: rows });
    },
  };
}

const GRUPPI = groups;
const PERMISSIONS = groupsPermissions;
/** Option of all writes to groups: they need a fresh confirmation, since each changes people's rights. */
const CONFIRMED = { confirmed: true } as const;

/**
 * Creates the module of groups and their permissions (part 2, section 7). The rules of services/modules/accesso/rules.ts apply through
 * `deps.dispatch`. Two groups may have the same name, since their numbers differ.
 */
export function gruppiModule(deps: Dependencies): Module {
  const { routes } = registerModule(GRUPPI, deps, CONFIRMED);
  return {
    name: 'groups',
    routes: [
      ...routes.map((route) => (route.method === 'DELETE' ? oneAtATime(route) : route)),
      readPermissionsRoute(deps),
      comparisonRoute(PERMISSIONS, deps),
      withCheckedLevels(postRoute(PERMISSIONS, deps, CONFIRMED), 'create'),
      withCheckedLevels(putRoute(PERMISSIONS, deps, CONFIRMED), 'change'),
      deleteRoute(PERMISSIONS, deps, CONFIRMED),
    ],
  };
}

/** Wraps a write route of permissions, so that it first checks the levels and converts them to numbers. */
function withCheckedLevels(route: Route, mode: 'create' | 'change'): Route {
  return {
    ...route,
    async handle(req, res, context) {
      req.body = { [PERMISSIONS.bodyKey]: withLevels(recordOfBody(PERMISSIONS, req.body), mode) };
      await route.handle(req, res, context);
    },
  };
}

/**
 * Wraps the route that deletes groups, so that it refuses several in one request. Whether a group is empty is checked at each deletion, so
 * several deletions could succeed in part.
 */
function oneAtATime(route: Route): Route {
  return {
    ...route,
    async handle(req, res, context) {
      if (readKeys(GRUPPI, req.body, req.query).length > 1)
        throw new DomainError('RICHIESTA_NON_VALIDA', { message: 'Si elimina un gruppo per volta.' });
      await route.handle(req, res, context);
    },
  };
}
