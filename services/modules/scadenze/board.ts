import { z } from 'zod';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { seesBoard, type Board } from '#contracts/modules/scadenze/board.ts';
import { boardFilters, boardGroup, boardOrder } from '#contracts/modules/scadenze/board-request.ts';
import { boardFor } from '#projections/scadenze/board-asked.queries.ts';
import { readBoard } from '#projections/scadenze/board.queries.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { pageQuery } from '#services/registers/list-query.ts';

const ROWS = 20;
const query = z.object({
  ...boardFilters.shape,
  pagina: pageQuery.shape.pagina,
  righe: pageQuery.shape.righe,
  ordina: boardOrder,
  gruppo: boardGroup,
});

/** Lists the deadlines that the person may see. */
export function boardRoute({ lists, clock }: Pick<Dependencies, 'lists' | 'clock'>): Route {
  return {
    method: 'GET',
    path: '/api/scadenze',
    permission: 'session',
    description:
      'Lo scadenzario, a pagine: documenti, manutenzioni a ore, fine di noleggi e cantieri, e ciò che un requisito chiede e non c’è. Di macchinari, noleggi_int, report e cantieri, ciascuno per ciò che vede; 403 a chi non ne vede nessuno.',
    schema: { query },
    async handle(req, res, context) {
      const identity = require(context.identity);
      // who sees nothing of it is not told what was wrong with the question
      if (!seesBoard(identity)) throw new DomainError('NON_PERMESSO');
      const today = romeDate(clock.now());
      const { pagina, righe = ROWS, ordina, gruppo, ...filters } = query.parse(req.query);
      const asked = { ...boardFor(identity, filters, today), ordina, gruppo, pagina, righe };
      res.json((await readBoard(lists, asked)) satisfies Board);
    },
  };
}
