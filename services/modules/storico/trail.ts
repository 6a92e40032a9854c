import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { HISTORY_ROWS } from '#contracts/core/history.ts';
import { ifNotEmpty } from '#contracts/core/request-schema.ts';
import { registerFilters, seesTrail, visibleTo } from '#contracts/modules/trail.ts';
import { withAddedLabels } from '#projections/storico/added-labels.queries.ts';
import { foldedTrail, register } from '#projections/storico/storico.queries.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { registerOf } from '#services/registers/body.ts';

const request = pageQuery.extend({
  ...registerFilters.shape,
  /** Entries of one request, and what the portal set up on one day, come as one row. */
  piega: ifNotEmpty(z.literal('1', { error: 'Serve 1' })),
});

/** The trail of the whole portal, for administrators and management. */
export function trailRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/storico/registro',
    permission: 'session',
    heavy: true,
    description:
      'Il registro di tutte le modifiche, dalla più recente; solo per i gruppi 2 e 9, di ciò che possono vedere. Con piega=1 le voci di una richiesta, e quelle che il portale ha preparato da sé in un giorno, sono una riga sola (insieme), che gruppo apre; voci dice quante sono in tutto.',
    schema: { query: request },
    async handle(req, res, context) {
      const identity = require(context.identity);
      if (!seesTrail(identity)) throw new DomainError('NON_PERMESSO');
      const { righe = HISTORY_ROWS, piega, ...asked } = request.parse(req.query);
      if (asked.tabella !== undefined && !deps.catalogue.chronicle(asked.tabella)) registerOf(deps.catalogue, asked.tabella);
      const page = { ...asked, righe, visible: visibleTo(deps.catalogue, identity) };
      const { righe: entries, ...totals } = await (piega ? foldedTrail(deps.lists, page) : register(deps.lists, page));
      res.json({ data: await withAddedLabels(deps.lists, deps.catalogue, entries), ...totals });
    },
  };
}
