import { DomainError } from '#contracts/core/errors.ts';
import { HISTORY_ROWS, registerFilters, seesTrail, visibleTo } from '#contracts/modules/trail.ts';
import { withAddedLabels } from '#projections/storico/added-labels.queries.ts';
import { register } from '#projections/storico/storico.queries.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { registerOf } from '#services/registers/body.ts';

const request = pageQuery.extend(registerFilters.shape);

/** The trail of the whole portal, for administrators and management. */
export function trailRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/storico/registro',
    permission: 'session',
    heavy: true,
    description: 'Il registro di tutte le modifiche, dalla più recente; solo per i gruppi 2 e 9, di ciò che possono vedere.',
    schema: { query: request },
    async handle(req, res, context) {
      const identity = require(context.identity);
      if (!seesTrail(identity)) throw new DomainError('NON_PERMESSO');
      const { righe = HISTORY_ROWS, ...asked } = request.parse(req.query);
      if (asked.tabella !== undefined && !deps.catalogue.chronicle(asked.tabella)) registerOf(deps.catalogue, asked.tabella);
      const { righe: entries, totale } = await register(deps.readDb, deps.catalogue, {
        ...asked,
        righe,
        visible: visibleTo(deps.catalogue, identity),
      });
      res.json({ data: await withAddedLabels(deps.readDb, deps.catalogue, entries), totale });
    },
  };
}
