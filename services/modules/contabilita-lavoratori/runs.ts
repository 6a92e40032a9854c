import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { JsonObject } from '#contracts/core/events.ts';
import { scope, type RegisterAccess, type Identity } from '#contracts/core/permissions.ts';
import type { ProcessoResult } from '#contracts/modules/contabilita/processi.ts';
import type { EndedRun } from '#contracts/modules/contabilita/removal.ts';
import type { InputFile } from '#contracts/modules/contabilita/result.ts';
import type { JobsOfKind } from '#contracts/ports/job-queue.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** Returns the condition for the runs that a person may see: all runs, or only the person's own, by the level of the area. */
export function runsOf(accesso: RegisterAccess, identity: Identity | null): Pick<JobsOfKind, 'kind' | 'utente'> {
  const who = requireIdentity(identity);
  return { kind: contabilitaLavoratori.kind, ...(scope(who, accesso, 'view') === 'all' ? {} : { utente: who.memberID }) };
}

/** Builds the condition that a run had the same two files, each for the same purpose; compares the SHA-256 digests. */
export const sameFiles = ({ bilMovDip, ripartizioni }: Record<InputFile, string>): JsonObject => ({
  bilMovDip: { sha256: bilMovDip },
  ripartizioni: { sha256: ripartizioni },
});

export interface AccountingRun extends EndedRun {
  id: string;
}

/** Returns the run that `id` in a request's body or query names. Throws 400 without an `id`, 404 for a run that the person cannot see. */
export async function findRun(
  { jobs }: Pick<Dependencies, 'jobs'>,
  accesso: RegisterAccess,
  identity: Identity | null,
  { body, query }: { body?: unknown; query: Record<string, unknown> },
): Promise<AccountingRun> {
  const id = (body as { id?: unknown } | undefined)?.id ?? query['id'];
  if (typeof id !== 'string' || id === '')
    throw new DomainError('RICHIESTA_NON_VALIDA', {
      message: 'Manca l’elaborazione (id).',
      errors: [{ campo: 'id', messaggio: 'Obbligatorio' }],
    });
  const [job] = await jobs.ofKind({ ...runsOf(accesso, identity), id: id.slice(0, 200), limit: 1 });
  if (!job) throw new DomainError('SCONOSCIUTO', { message: 'Questa elaborazione non esiste.' });
  return {
    id: job.id,
    status: job.status,
    data: contabilitaLavoratori.data.parse(job.data),
    result: job.outcome as ProcessoResult | null,
  };
}
