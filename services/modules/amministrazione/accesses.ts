import { z } from 'zod';
import { ACCESS_KINDS, type AccessKind } from '#contracts/core/access-kinds.ts';
import type { AccessRow } from '#contracts/modules/amministrazione.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { require } from '#services/platform/http/permissions.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

const ROWS = 20;
const DAYS = 90;
const ifNotEmpty = <T extends z.ZodType>(schema: T) => z.preprocess((v) => (v === '' ? undefined : v), schema.optional());
const query = pageQuery.extend({
  utente: ifNotEmpty(z.string().max(100, { error: 'Al massimo 100 caratteri' })),
  tipo: ifNotEmpty(z.enum(ACCESS_KINDS, { error: `Tipo sconosciuto: ${ACCESS_KINDS.join(', ')}` })),
});

/** Who came in and who was refused, newest first. Who looks at it stands in it. */
export function accessesRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/amministrazione/accessi',
    permission: 'session',
    description:
      'Accessi, password errate, blocchi e rifiuti degli ultimi 90 giorni, a pagine (utente, tipo); chi li consulta vi è annotato. Solo per il gruppo 2.',
    schema: { query },
    async handle(req, res, context) {
      const { pagina, righe = ROWS, utente, tipo } = query.parse(req.query);
      const { memberID } = require(context.identity);
      await recordAccess(deps, {
        tipo: 'consultazione',
        utente: memberID,
        indirizzo: req.ip ?? null,
        cosa: 'GET /api/amministrazione/accessi',
      });
      const since = new Date(deps.clock.now().getTime() - DAYS * 86_400_000);
      let chosen = deps.writeDb.withSchema('public').selectFrom('accessi').where('quando', '>=', since);
      if (utente !== undefined) chosen = chosen.where('utente', '=', utente);
      if (tipo !== undefined) chosen = chosen.where('tipo', '=', tipo);
      const [rows, { totale }] = await Promise.all([
        chosen
          .selectAll()
          .orderBy('quando', 'desc')
          .orderBy('id', 'desc')
          .limit(righe)
          .offset((pagina - 1) * righe)
          .execute(),
        chosen.select(({ fn }) => fn.countAll<string>().as('totale')).executeTakeFirstOrThrow(),
      ]);
      const data = rows.map(({ quando, tipo: kind, ...row }): AccessRow => ({
        ...row,
        tipo: kind as AccessKind,
        quando: quando.toISOString(),
      }));
      res.json({ data, totale: Number(totale) });
    },
  };
}
