import { DomainError } from '#contracts/core/errors.ts';
import { users } from '#contracts/registers/users.ts';
import { readOne } from '#projections/registers/register.queries.ts';
import { requireIdentity, checkPermission } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { readKey } from '#services/registers/body.ts';
import { withSelectorChoices } from '#services/registers/choices.ts';
import { isOwnProfile } from '#services/registers/authorise.ts';
import { readVisible, readRoute } from '#services/registers/read.ts';

const DEF = users;

/** Route that lists the users (`?user=0` or no name) or reads one (`?user=NAME`). All people may read their own record. */
export function readUtentiRoute(deps: Dependencies): Route {
  const plainRead = readRoute(DEF, deps);
  const list = withSelectorChoices(plainRead, DEF, deps);
  return {
    method: 'GET',
    path: '/api/users',
    permission: 'session',
    description:
      'Utenti: user=0 li elenca (con pagina, righe, ordina, cerca o filtri una pagina con il totale), user=NOME ne legge uno; il proprio profilo è di ognuno. Con scelta=1 le scelte di un selettore, a chi può scrivere un record che nomina un utente.',
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const name = req.query['user'] ?? req.query['chiave'] ?? req.query['memberID'];
      if (name === undefined || name === '0' || req.query['al'] !== undefined) return list.handle(req, res, context);
      const key = readKey(DEF, name, 'user');
      const own = isOwnProfile(DEF, key, identity);
      if (!own) checkPermission(plainRead.permission, identity);
      const row = own ? await readOne(deps.readDb, deps.catalogue, DEF, key) : await readVisible(deps, DEF, key, identity);
      if (!row) throw new DomainError('SCONOSCIUTO');
      res.set('ETag', `"${String(row.versione)}"`).json({ data: [row] });
    },
  };
}
