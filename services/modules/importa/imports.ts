import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { makeImport, undoImport } from '#contracts/jobs/importa.ts';
import type { Importazione, StatoImportazione } from '#contracts/modules/importa.ts';
import { JOBS_PER_PERSON, type KeptJob } from '#contracts/ports/job-queue.ts';
import { importsOf, type ListedImport } from '#services/platform/postgres/imports.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { importer } from './registers.ts';

const MOST = 200;
const body = z.object(
  {
    id: z
      .string({ error: 'Serve l’importazione (id)' })
      .min(1, { error: 'Serve l’importazione (id)' })
      .max(80, { error: 'Al massimo 80 caratteri' }),
  },
  { error: 'Serve l’importazione (id)' },
);

/** Routes that list the past imports and undo one of them. */
export function importsRoutes(deps: Dependencies): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/importazioni',
      permission: 'session',
      description: 'Le proprie importazioni, le più recenti prima; il gruppo 2 vede quelle di tutti',
      async handle(_req, res, context) {
        const { memberID, groupID } = importer(deps, context.identity);
        // jobs are read before rows: a job that ends between the two reads has then written its row, so the list never shows a wrong state
        const [importing, undoing] = await Promise.all([unfinishedOf(deps, makeImport.kind), unfinishedOf(deps, undoImport.kind)]);
        const rows = await importsOf(deps.writeDb).list(groupID === GRUPPO_AMMINISTRATORI ? null : memberID, MOST);
        const data = rows.map((row) => toImportazione(deps, row, stateOf(row, importing, undoing)));
        res.json({ data });
      },
    },
    {
      method: 'POST',
      path: '/api/importazioni/annulla',
      permission: 'session',
      confirmed: true,
      description: 'Annulla un’importazione intera (id), finché nessuno ha cambiato i suoi record: risponde con l’operazione',
      schema: { body },
      async handle(req, res, context) {
        const { id } = body.parse(req.body);
        const { memberID, groupID } = requireIdentity(context.identity);
        const importRun = await importsOf(deps.writeDb).find(id);
        if (!importRun || (importRun.utente !== memberID && groupID !== GRUPPO_AMMINISTRATORI))
          throw new DomainError('SCONOSCIUTO', { message: 'Questa importazione non esiste.' });
        if (importRun.undone) throw new DomainError('RICHIESTA_NON_VALIDA', { message: 'Questa importazione è già stata annullata.' });
        const jobId = await deps.jobs.enqueue({
          id: derivedCommandId(context.commandId, undoImport.kind),
          kind: undoImport.kind,
          title: `Annullamento importazione ${importRun.file}`,
          data: { id },
          utente: memberID,
          groupID,
          correlationId: context.correlationId,
          atMost: JOBS_PER_PERSON,
        });
        res.status(202).location(`/api/processi/${jobId}`).json({ message: { jobId } });
      },
    },
  ];
}

const unfinishedOf = ({ jobs }: Dependencies, kind: string): Promise<KeptJob[]> => jobs.ofKind({ kind, unfinished: true, limit: MOST });

function stateOf(
  { id, digest, finished, undone }: ListedImport,
  importing: readonly KeptJob[],
  undoing: readonly KeptJob[],
): StatoImportazione {
  if (undone) return 'annullata';
  if (undoing.some(({ data }) => (data as { id?: string }).id === id)) return 'annullamento in corso';
  if (finished) return 'finita';
  return importing.some(({ data }) => (data as { impronta?: string }).impronta === digest) ? 'in corso' : 'interrotta';
}

const toImportazione = (
  { catalogue }: Dependencies,
  { id, file, registers, utente, when, rows, made }: ListedImport,
  stato: StatoImportazione,
): Importazione => ({
  id,
  file,
  registri: registers.map((path) => catalogue.register(path)?.labels.many ?? path),
  utente,
  quando: when.toISOString(),
  righe: rows,
  fatte: made,
  stato,
});
