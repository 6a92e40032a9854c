import { DomainError } from '#contracts/core/errors.ts';
import type { OwnSession } from '#contracts/modules/accesso.ts';
import { openSessions } from '#projections/accesso/accesso.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { recordAccess } from '#services/platform/identity/access-trail.ts';
import { closeSessionsOf } from '#services/platform/identity/credentials.ts';
import { endSession, sessionId } from '#services/platform/identity/sessions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { isData } from '#services/registers/body.ts';

type Deps = Pick<Dependencies, 'readDb' | 'writeDb' | 'clock' | 'log'>;

const HASH = /^[0-9a-f]{64}$/;

/** Lists the open sessions of whoever asks, newest first. */
export const ownSessionsRoute = ({ readDb, clock }: Deps): Route => ({
  method: 'GET',
  path: '/api/sessioni',
  permission: 'session',
  description: 'Le proprie sessioni aperte, le più recenti prima; corrente è quella che chiede.',
  async handle(req, res, { identity }) {
    const current = sessionId(req);
    const { memberID } = requireIdentity(identity);
    const rows = await openSessions(readDb, clock.now(), memberID);
    const data = rows.map(({ id, dispositivo, indirizzo, ricordami, creata, vista, scade }): OwnSession => ({
      id,
      dispositivo,
      indirizzo,
      ricordami,
      creata: creata.toISOString(),
      vista: vista?.toISOString() ?? null,
      scade: scade.toISOString(),
      corrente: id === current,
    }));
    res.json({ data, totale: data.length });
  },
});

/** Ends one session of whoever asks, or all of them. */
export const endOwnSessionsRoute = (deps: Deps): Route => ({
  method: 'DELETE',
  path: '/api/sessioni',
  permission: 'session',
  description: 'Chiude una delle proprie sessioni (id nel corpo) o, con tutte: 1, tutte, anche quella che chiede.',
  async handle(req, res, { identity }) {
    const { memberID } = requireIdentity(identity);
    const { id, tutte } = isData(req.body) ? req.body : {};
    const told = { utente: memberID, indirizzo: req.ip ?? null };
    if (tutte === 1 || tutte === true) {
      const ended = await closeSessionsOf(deps.writeDb, memberID);
      await recordAccess(deps, { ...told, tipo: 'uscita', cosa: 'DELETE /api/sessioni' });
      return void res.set('Clear-Site-Data', '"cache"').json({ message: { affectedRows: ended } });
    }
    if (typeof id !== 'string' || !HASH.test(id))
      throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'id', messaggio: 'Serve l’id di una tua sessione, o tutte: 1' }] });
    // another person's is as unknown as one that is closed
    if ((await endSession(deps.writeDb, id, memberID)) === null)
      throw new DomainError('SCONOSCIUTO', { message: 'Questa sessione è già chiusa.' });
    await recordAccess(deps, { ...told, tipo: 'revoca', cosa: 'DELETE /api/sessioni', riguarda: memberID });
    res.json({ message: { affectedRows: 1 } });
  },
});
