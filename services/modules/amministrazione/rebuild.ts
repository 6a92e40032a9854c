import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { rebuildTables } from '#contracts/jobs/rebuild-tables.ts';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';

/** Schema of the body, whose explicit confirmation prevents accidental calls, since a rebuild reads the whole log. */
const body = z.object({ conferma: z.literal(true, { error: 'Serve conferma: true' }) }, { error: 'Serve un oggetto con conferma: true' });

/**
 * Route that queues a rebuild of the read tables. Throws `PROCESSO_IN_CORSO` if another rebuild is open, since a second one would produce
 * the same tables.
 */
export function rebuildRoute({ jobs }: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/amministrazione/ricostruisci',
    permission: 'session',
    description: 'Mette in coda la ricostruzione di tutte le tabelle di lettura dal registro degli eventi; solo per il gruppo 2.',
    schema: { body },
    async handle(req, res, context) {
      body.parse(req.body);
      const { memberID, groupID } = requireIdentity(context.identity);
      const id = derivedCommandId(context.commandId, rebuildTables.kind);
      for (const status of ['queued', 'running'] as const) {
        const {
          rows: [open],
        } = await jobs.all({ kind: rebuildTables.kind, status, limit: 1, offset: 0 });
        if (open && open.id !== id) throw new DomainError('PROCESSO_IN_CORSO', { message: 'Una ricostruzione è già in corso.' });
      }
      const jobId = await jobs.enqueue({
        id,
        kind: rebuildTables.kind,
        title: 'Ricostruzione delle letture',
        data: {},
        utente: memberID,
        groupID,
        correlationId: context.correlationId,
        atMost: JOBS_PER_PERSON,
      });
      res.status(202).location(`/api/processi/${jobId}`).json({ message: { jobId } });
    },
  };
}
