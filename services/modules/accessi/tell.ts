import { DomainError } from '#contracts/core/errors.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { BOARD, exportableList, TRAILS } from '#contracts/export/lists.ts';
import { takingRequest } from '#contracts/core/taking-request.ts';
import { seesBoard } from '#contracts/modules/scadenze/board.ts';
import { seesTrail } from '#contracts/modules/trail.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

/** A browser asks before it writes a file or prints of what it has read: no answer, no file. */
export function tellRoute(deps: Dependencies): Route {
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
      if (!sees(deps, require(context.identity), tabella)) throw new DomainError('NON_PERMESSO');
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
