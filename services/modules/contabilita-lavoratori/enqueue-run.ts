import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { contabilitaChronicle } from '#contracts/modules/contabilita/chronicle.ts';
import { taskName } from '#contracts/modules/contabilita/names.ts';
import type { ProcessoAccodato } from '#contracts/modules/contabilita/processi.ts';
import { INPUT_FILES, LIMITS } from '#contracts/modules/contabilita/result.ts';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import type { Context, Dependencies } from '#services/platform/module.ts';
import type { RunData } from '#contracts/modules/contabilita/removal.ts';
import { sameFiles } from './runs.ts';

export type SentFiles = Pick<RunData, 'bilMovDip' | 'ripartizioni'>;

/** Returns the id of the job that a command requests. A repeated command gets the same id. */
export const runIdOf = (commandId: string): string => derivedCommandId(commandId, contabilitaLavoratori.kind);

/** Throws `DomainError` with status 429 if the person, or the firm, already has too many jobs waiting. A job that already exists passes. */
export async function requireRoom(deps: Dependencies, memberID: string, id: string): Promise<void> {
  if (!(await deps.jobs.find(id))) await checkRoom(deps);
  await deps.jobs.requireRoom(memberID, id, JOBS_PER_PERSON);
}

/** Throws `CODA_PIENA` if too many runs wait in the queue, since each waiting run keeps its uploaded files with wages on the disk. */
async function checkRoom({ jobs }: Dependencies): Promise<void> {
  const waiting = await jobs.ofKind({ kind: contabilitaLavoratori.kind, status: 'queued', includeWithdrawn: true, limit: LIMITS.inAttesa });
  if (waiting.length >= LIMITS.inAttesa)
    throw new DomainError('CODA_PIENA', {
      message: `Ci sono già ${LIMITS.inAttesa} elaborazioni in attesa: riprova tra poco.`,
      retryAfter: 60,
    });
}

/**
 * Queues the run of two uploaded files. A repeated command returns the existing job and calls `unused`, since the second copy is not
 * needed. Throws `CHIAVE_RIUSATA` if the repeated command has other files.
 */
export async function enqueueRun(
  deps: Dependencies,
  inputFiles: SentFiles,
  {
    person: { memberID, groupID },
    context: { commandId, correlationId },
  }: { person: Pick<Identity, 'memberID' | 'groupID'>; context: Pick<Context, 'commandId' | 'correlationId'> },
  unused: () => Promise<void>,
): Promise<ProcessoAccodato> {
  const { number: numero } = await deps.numbers.reserve(contabilitaLavoratori.kind, commandId);
  const runId = runIdOf(commandId);
  const query = { kind: contabilitaLavoratori.kind, includeWithdrawn: true, limit: 1 } as const;
  const [[same], [numbered]] = await Promise.all([
    deps.jobs.ofKind({ ...query, id: runId }),
    deps.jobs.ofKind({ ...query, data: { numero } }),
  ]);
  const existing = same ?? numbered;
  if (existing) {
    const before = contabilitaLavoratori.data.parse(existing.data);
    if (INPUT_FILES.some((name) => before[name].sha256 !== inputFiles[name].sha256)) throw new DomainError('CHIAVE_RIUSATA');
    await unused();
    return { id: existing.id, taskName: existing.title, status: 'queued' };
  }
  const digests = { bilMovDip: inputFiles.bilMovDip.sha256, ripartizioni: inputFiles.ripartizioni.sha256 };
  const ripetuta = (await deps.jobs.ofKind({ ...query, data: sameFiles(digests) })).length > 0;
  const data = { numero, ...inputFiles, contiEconomici: deps.config.CONTI_ECONOMICI, ...(ripetuta ? { ripetuta } : {}) };
  const request = { ...runRequest(data, { memberID, groupID }), correlationId, id: runId };
  const id = await deps.jobs.enqueue({ ...request, atMost: JOBS_PER_PERSON });
  return { id, taskName: request.title, status: 'queued' };
}

/** Builds the request that queues a run. */
export const runRequest = (data: RunData, { memberID, groupID }: Pick<Identity, 'memberID' | 'groupID'>) => ({
  kind: contabilitaLavoratori.kind,
  title: taskName({ numero: data.numero, ...(data.ripetuta ? { ripetuta: true } : {}) }),
  data: { ...data },
  utente: memberID,
  groupID,
  // a run's result belongs to the person who requested it, so reading it requires only the level `own`
  rights: { views: { [contabilitaChronicle.path]: 'own' as const } },
});
