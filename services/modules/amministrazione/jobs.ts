import { mayBeCancelled } from '#contracts/ports/job-queue.ts';
import { PROCESSO_STATES } from '#contracts/modules/processi.ts';
import { z } from 'zod';
import type { JobOfPortal } from '#contracts/modules/amministrazione.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

const ROWS = 10;
const query = pageQuery.extend({
  stato: z.preprocess(
    (v) => (v === '' ? undefined : v),
    z.enum(PROCESSO_STATES, { error: 'Stato sconosciuto: queued, running, done, error oppure annullato' }).optional(),
  ),
});

/** Route that lists the jobs of all people. A failed job is retried with `POST api/processi/ID/riprova`. */
export function jobsRoute({ jobs }: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/amministrazione/processi',
    permission: 'session',
    description: 'Le operazioni di tutti, le più recenti prima, a pagine; solo per il gruppo 2.',
    schema: { query },
    async handle(req, res) {
      const { pagina, righe = ROWS, stato } = query.parse(req.query);
      const { rows, total } = await jobs.all({ status: stato, limit: righe, offset: (pagina - 1) * righe });
      const data = rows.map(
        ({ id, kind, title, status, progress, message, utente, created, finished, reported, cancelling }): JobOfPortal => ({
          id,
          tipo: kind,
          titolo: title,
          status,
          progresso: progress,
          messaggio: message,
          utente,
          creato: created.toISOString(),
          finito: finished?.toISOString() ?? null,
          riprovabile: status === 'error' && !reported,
          annullabile: mayBeCancelled({ status, cancelling }, jobs.definition(kind)),
        }),
      );
      res.json({ data, totale: total });
    },
  };
}
