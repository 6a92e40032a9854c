import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { assignScopes } from '#contracts/modules/scadenze/unassigned.ts';
import { readUnassigned } from '#projections/scadenze/unassigned.queries.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

/** Lists the open records without a responsible person that whoever asks may change. */
export function unassignedRoute({ lists, clock }: Pick<Dependencies, 'lists' | 'clock'>): Route {
  return {
    method: 'GET',
    path: '/api/scadenze/senza-responsabile',
    permission: 'session',
    description:
      'I record aperti senza responsabile, di macchinari, noleggi_int, report e cantieri, ciascuno per ciò che può modificare; 403 a chi non ne modifica nessuno.',
    async handle(_req, res, context) {
      const identity = require(context.identity);
      const scopes = assignScopes(identity);
      if (Object.keys(scopes).length === 0) throw new DomainError('NON_PERMESSO');
      res.json(await readUnassigned(lists, { scopes, utente: identity.memberID, giorno: romeDate(clock.now()) }));
    },
  };
}
