import type { SessionRow } from '#contracts/modules/amministrazione.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { openSessions } from '#projections/accesso/accesso.queries.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { endSession, tokenOf, hashToken } from '#services/platform/identity/sessions.ts';
import { isData } from '#services/registers/body.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

const HASH = /^[0-9a-f]{64}$/;

export function sessionsRoute({ readDb, clock }: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/amministrazione/sessioni',
    permission: 'session',
    description: 'Le sessioni aperte, le più recenti prima; solo per il gruppo 2.',
    async handle(req, res) {
      const ownSession = hashToken(tokenOf(req) ?? '');
      const rows = await openSessions(readDb, clock.now());
      const data = rows.map(({ id, creata, scade, vista, ...row }): SessionRow => ({
        ...row,
        id,
        creata: creata.toISOString(),
        scade: scade.toISOString(),
        vista: vista?.toISOString() ?? null,
        corrente: id === ownSession,
      }));
      res.json({ data, totale: data.length });
    },
  };
}

/** Route that ends a session. Sessions are looked up at each request, so the next request of that session is refused. */
export function revokeRoute(deps: Dependencies): Route {
  return {
    method: 'DELETE',
    path: '/api/amministrazione/sessioni',
    permission: 'session',
    description: 'Chiude una sessione (id nel corpo); solo per il gruppo 2.',
    async handle(req, res, { identity }) {
      const id = isData(req.body) ? req.body['id'] : undefined;
      if (typeof id !== 'string' || !HASH.test(id))
        throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'id', messaggio: 'Serve l’id di una sessione' }] });
      const owner = await endSession(deps.writeDb, id);
      if (owner === null) throw new DomainError('SCONOSCIUTO', { message: 'Questa sessione è già chiusa.' });
      await recordAccess(deps, {
        tipo: 'revoca',
        utente: requireIdentity(identity).memberID,
        indirizzo: req.ip ?? null,
        cosa: 'DELETE /api/amministrazione/sessioni',
        riguarda: owner,
      });
      res.json({ message: { affectedRows: 1 } });
    },
  };
}
