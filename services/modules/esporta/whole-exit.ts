import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { countOf } from '#contracts/core/formats.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import { esportaTutto, wholeRequest } from '#contracts/jobs/esporta-tutto.ts';
import { whyNotEverything } from '#contracts/modules/whole-exit.ts';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { countList } from '#projections/registers/register.queries.ts';
import { archiveFiles } from '#services/platform/files/archive-files.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';

/** Maximum milliseconds for counting the archive's files. */
const COUNTING_MS = 1500;

/** Route that queues the export of all data as one zip; only for group 2. */
export function wholeExitRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/esporta/tutto',
    permission: 'session',
    confirmed: true,
    description:
      'Tutti i registri, lo storico e gli accessi (formato: xlsx oppure csv), con o senza i documenti dell’archivio, in uno zip: risponde con l’operazione che lo prepara; solo per il gruppo 2',
    schema: { body: wholeRequest },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const why = whyNotEverything(deps.catalogue, identity);
      if (why !== null) throw new DomainError('NON_PERMESSO', { message: why });
      const { formato, documenti } = wholeRequest.parse(req.body);
      const id = derivedCommandId(context.commandId, esportaTutto.kind);
      // throws before anything is recorded if the person has too many jobs waiting
      await deps.jobs.requireRoom(identity.memberID, id, JOBS_PER_PERSON);
      const title = `Esportazione completa, ${countOf(deps.catalogue.registers.length, 'registro', 'registri')}${documenti ? ` e ${await documentsOf(deps)}` : ''}`;
      await recordTaking(deps, takerOf(req, context), {
        tipo: 'esportazione',
        cosa: `${title}, con storico e accessi (${formato})`,
        quanti: await countAll(deps, identity),
      });
      const jobId = await deps.jobs.enqueue({
        id,
        kind: esportaTutto.kind,
        title,
        data: { formato, documenti, nome: `esportazione-completa_${romeDate(deps.clock.now())}.zip` },
        utente: identity.memberID,
        groupID: identity.groupID,
        rights: { group: GRUPPO_AMMINISTRATORI },
        correlationId: context.correlationId,
        atMost: JOBS_PER_PERSON,
      });
      res.status(202).location(`/api/processi/${jobId}`).json({ message: { jobId } });
    },
  };
}

/** Returns a text like "2.175 documenti" for the job's title, or "tutti i documenti" if counting takes too long. */
async function documentsOf({ config }: Dependencies): Promise<string> {
  const until = performance.now() + COUNTING_MS;
  let count = 0;
  for await (const _file of archiveFiles(config)) {
    count += 1;
    if (performance.now() > until) return 'tutti i documenti';
  }
  return countOf(count, 'documento', 'documenti');
}

/** Returns the number of rows of all registers. */
async function countAll({ readDb, catalogue, clock }: Dependencies, { memberID }: Identity): Promise<number> {
  const today = romeDate(clock.now());
  let rows = 0;
  for (const def of catalogue.registers) rows += await countList(readDb, catalogue, def, { scope: 'all', utente: memberID, today });
  return rows;
}
