import { type AccessRow } from '#contracts/modules/accessi.ts';
import { accessFilters } from '#contracts/modules/accessi-request.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { seesTrail } from '#contracts/modules/trail.ts';
import { accessPage } from '#projections/accesso/accessi.queries.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { require } from '#services/platform/http/permissions.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

const ROWS = 20;
const query = pageQuery.pick({ pagina: true, righe: true }).extend(accessFilters.shape);

/** Lists sign-ins, refusals and downloads, newest first. Reading the list is recorded in it. */
export function accessesRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/amministrazione/accessi',
    permission: 'session',
    description:
      'Accessi, rifiuti, documenti aperti, zip, esportazioni, stampe e operazioni, a pagine (dal, al, utente, tipo, cosa); chi li consulta vi è annotato. Solo per i gruppi 2 e 9.',
    schema: { query },
    async handle(req, res, context) {
      const { memberID, groupID } = require(context.identity);
      if (!seesTrail({ groupID })) throw new DomainError('NON_PERMESSO');
      const { pagina, righe = ROWS, ...asked } = query.parse(req.query);
      await recordAccess(deps, {
        tipo: 'consultazione',
        utente: memberID,
        indirizzo: req.ip ?? null,
        cosa: 'GET /api/amministrazione/accessi',
      });
      const { rows, total } = await accessPage(deps.lists, asked, { limit: righe, offset: (pagina - 1) * righe });
      res.json({ data: rows satisfies AccessRow[], totale: total });
    },
  };
}
