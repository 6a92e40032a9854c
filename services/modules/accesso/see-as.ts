import { z } from 'zod';
import type { SeeAsAnswer } from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { readUtente } from '#projections/accesso/accesso.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { openObservation } from '#services/platform/identity/observations.ts';
import { sessionId } from '#services/platform/identity/sessions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'readDb' | 'writeDb' | 'config' | 'clock' | 'log'>;

const MAX_TEXT = 255;
const body = z.object({
  utente: z
    .string({ error: 'Serve il nome di un utente' })
    .min(1, 'Serve il nome di un utente')
    .max(MAX_TEXT, `Al massimo ${MAX_TEXT} caratteri`),
});

/** Lets an administrator see the portal as another user, without writing, for 15 minutes. */
export const seeAsRoute = (deps: Deps): Route => ({
  method: 'POST',
  path: '/api/sessioni/vedi-come',
  permission: 'session',
  schema: { body },
  description:
    'Apre per 15 minuti una sessione di sola lettura che vede il portale come un altro utente; solo per il gruppo 2. Inizio, fine e ciò che si apre stanno nel registro degli accessi come “admin come capo”. Ogni scrittura risponde 403 “Sola lettura”; nessun documento riservato, nessuna bozza, nessuna novità.',
  async handle(req, res, { identity }) {
    const { memberID: osservatore, groupID } = requireIdentity(identity);
    if (groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO');
    const { utente } = body.parse(req.body ?? {});
    if (utente === osservatore) throw new DomainError('STATO_NON_AMMESSO', { message: 'Il portale si vede già come questo utente.' });
    const seen = await readUtente(deps.readDb, utente);
    if (!seen || seen.eliminato) throw new DomainError('SCONOSCIUTO', { message: 'Questo utente non esiste.' });
    const opened = await openObservation(deps, {
      osservatore,
      sessione: sessionId(req) ?? '',
      memberID: utente,
      indirizzo: req.ip ?? null,
    });
    const message: SeeAsAnswer = { token: opened.token, scade: opened.scade.toISOString() };
    res.status(201).json({ message });
  },
});
