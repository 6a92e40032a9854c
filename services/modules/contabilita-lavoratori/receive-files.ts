import type { Request, Response } from 'express';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { contabilitaLavoratori } from '#contracts/jobs/contabilita-lavoratori.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { taskName } from '#contracts/modules/contabilita/names.ts';
import { CONTABILITA_MESSAGES, UPLOADS, type ProcessoAccodato } from '#contracts/modules/contabilita/processi.ts';
import { INPUT_FILES, LIMITS, type InputFile } from '#contracts/modules/contabilita/result.ts';
import { fingerprint } from '#services/platform/files/fingerprint.ts';
import { withFiles, type ReceivedFile } from '#services/platform/files/receive-upload.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { sweep } from '#services/platform/files/sweep.ts';
import { require } from '#services/platform/http/permissions.ts';
import type { Context, Dependencies } from '#services/platform/module.ts';

/** An upload this old belongs to no job that will still run. */
const FORGOTTEN = 7 * 24 * 3_600_000;

type Sent = Record<InputFile, { caricato: string; nome: string; sha256: string }>;

/** Puts both files aside and queues the job; answers with its name at once. */
export async function receiveFiles(deps: Dependencies, req: Request, res: Response, context: Context): Promise<void> {
  const { memberID, groupID } = require(context.identity);
  const id = derivedCommandId(context.commandId, contabilitaLavoratori.kind);
  if (!(await deps.jobs.find(id))) await checkRoom(deps);
  await deps.jobs.requireRoom(memberID, id, JOBS_PER_PERSON);
  const folder = join(resultsFolder(deps.config), UPLOADS);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder, FORGOTTEN);
  const incoming = join(folder, 'in-arrivo');
  await sweep(incoming);
  const message = await withFiles(req, { folder: incoming, howMany: INPUT_FILES.length, maxByte: LIMITS.fileByte }, async ({ files }) => {
    const sent = await keep(chosen(files), folder);
    try {
      return await enqueue(deps, sent, { memberID, groupID }, context);
    } catch (error) {
      await discard(folder, sent);
      throw error;
    }
  }).catch((error: unknown) => {
    throw asBadRequest(error);
  });
  res.json({ message });
}

/** The same request again (its key says so) is the same job: what it brought this time is not needed. */
async function enqueue(
  deps: Dependencies,
  sent: Sent,
  { memberID, groupID }: Pick<Identity, 'memberID' | 'groupID'>,
  { commandId, correlationId }: Context,
): Promise<ProcessoAccodato> {
  const { number } = await deps.numbers.reserve(contabilitaLavoratori.kind, commandId);
  const title = taskName({ numero: number });
  const wanted = derivedCommandId(commandId, contabilitaLavoratori.kind);
  const known = await deps.writeDb
    .withSchema('public')
    .selectFrom('processi')
    .select(['id', 'dati'])
    .where('tipo', '=', contabilitaLavoratori.kind)
    .where(({ or, eb }) => or([eb('id', '=', wanted), eb('titolo', '=', title)]))
    .executeTakeFirst();
  if (known) {
    const before = contabilitaLavoratori.data.parse(known.dati);
    if (INPUT_FILES.some((name) => before[name].sha256 !== sent[name].sha256)) throw new DomainError('CHIAVE_RIUSATA');
    await discard(join(resultsFolder(deps.config), UPLOADS), sent);
    return { id: known.id, taskName: title, status: 'queued' };
  }
  const data = { numero: number, ...sent, contiEconomici: deps.config.CONTI_ECONOMICI };
  const id = await deps.jobs.enqueue({
    kind: contabilitaLavoratori.kind,
    title,
    data,
    utente: memberID,
    groupID,
    correlationId,
    id: wanted,
    atMost: JOBS_PER_PERSON,
  });
  return { id, taskName: title, status: 'queued' };
}

async function discard(folder: string, sent: Sent): Promise<void> {
  await Promise.all(INPUT_FILES.map((name) => rm(join(folder, sent[name].caricato), { force: true })));
}

/** A queue without end would fill the disk with wages. */
async function checkRoom({ writeDb }: Dependencies): Promise<void> {
  const { waiting } = await writeDb
    .withSchema('public')
    .selectFrom('processi')
    .select(({ fn }) => fn.countAll<string>().as('waiting'))
    .where('tipo', '=', contabilitaLavoratori.kind)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  if (Number(waiting) >= LIMITS.inAttesa)
    throw new DomainError('CODA_PIENA', {
      message: `Ci sono già ${LIMITS.inAttesa} elaborazioni in attesa: riprova tra poco.`,
      retryAfter: 60,
    });
}

function chosen(files: readonly ReceivedFile[]): Record<InputFile, ReceivedFile> {
  const [bilMovDip, ripartizioni] = INPUT_FILES.map((name) =>
    files.find(({ field, originalName }) => field === name && originalName !== ''),
  );
  if (!bilMovDip || !ripartizioni) throw new DomainError('RICHIESTA_NON_VALIDA', { message: CONTABILITA_MESSAGES.fileMancante });
  for (const { field, originalName } of [bilMovDip, ripartizioni]) {
    if (!/\.csv$/i.test(originalName))
      throw new DomainError('RICHIESTA_NON_VALIDA', {
        message: CONTABILITA_MESSAGES.nonCsv,
        errors: [{ campo: field, messaggio: CONTABILITA_MESSAGES.nonCsv }],
      });
  }
  return { bilMovDip, ripartizioni };
}

/** Moved under their generated names to where the job looks for them. */
async function keep(files: Record<InputFile, ReceivedFile>, folder: string): Promise<Sent> {
  const one = async ({ file, originalName }: ReceivedFile) => {
    const uploaded = basename(file);
    const sha256 = await fingerprint(createReadStream(file));
    await rename(file, join(folder, uploaded));
    return { caricato: uploaded, nome: basename(originalName.replaceAll('\\', '/')).slice(-255), sha256 };
  };
  return { bilMovDip: await one(files.bilMovDip), ripartizioni: await one(files.ripartizioni) };
}

/** These calls know one answer to files they do not take. */
function asBadRequest(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'FILE_TROPPO_GRANDE') return error;
  return new DomainError('RICHIESTA_NON_VALIDA', { message: error.message });
}
