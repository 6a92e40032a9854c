import { romeDate } from '#contracts/core/dates.ts';
import { scope } from '#contracts/core/permissions.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { readList } from '#projections/registers/register.queries.ts';
import { require, checkPermission } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { readParent } from '#services/registers/body.ts';
import { readRoute } from '#services/registers/read.ts';

const DEF = groupsPermissions;

/** `?id=GROUP`. The rows of the own group are everyone's: the screens are shaped by them. */
export function readPermissionsRoute(deps: Dependencies): Route {
  const amministrazione = readRoute(DEF, deps, { idIsParent: true });
  return {
    method: 'GET',
    path: '/api/groupsPermissions',
    permission: 'session',
    description: 'Permessi di un gruppo (id): quelli del proprio sono di ognuno, senza id e senza amministrazione sono questi.',
    async handle(req, res, context) {
      const identity = require(context.identity);
      const requested = req.query['id'] ?? req.query['groupID'];
      const own =
        requested === undefined
          ? scope(identity, groupsPermissions.access, 'view') === 'none' && req.query['chiave'] === undefined
          : readParent(deps.catalogue, DEF, requested) === identity.groupID;
      if (!own) {
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
