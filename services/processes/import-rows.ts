// Process in which the rows of a file are rehearsed, imported or undone, apart from the portal's memory and CPU.
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { TriedImport } from '#contracts/ports/imports.ts';
import { asProcess } from '#workers/isolated/in-process.ts';
import { createDependencies } from '../dependencies.ts';
import { assemble, rulesOver } from '../modules.ts';
import { importFile, rehearse, type ImportRequest } from '#services/modules/importa/file/import-file.ts';
import { readRows } from '#services/modules/importa/file/read-file.ts';
import { undoImport } from '#services/modules/importa/file/undo-import.ts';
import { importsOf } from '../platform/postgres/imports.ts';
import type { ImportWork, ReadFile } from '../modules/importa/import-processes.ts';
import type { Dependencies } from '../platform/module.ts';
import { createLog } from '../platform/start/logger.ts';
import { createShutdown } from '../platform/start/shutdown.ts';
import { writeErrorFile } from './error-file.ts';

type ReportProgress = (percent: number, text: string) => void;

/** Number of errors that the screen shows; the file contains all of them. */
const FIRST_ERRORS = 100;
/** Number of errors after which a rehearsal stops. */
const MOST_ERRORS = 1000;

asProcess(async (work: ImportWork, progress, signal) => {
  const log = createLog(work.config, 'import');
  const shutdown = createShutdown(log);
  try {
    const { deps } = assemble(await createDependencies(work.config, log, shutdown));
    return await run(deps, work, progress, signal);
  } finally {
    await shutdown.closeAll();
  }
});

async function run(deps: Dependencies, work: ImportWork, progress: ReportProgress, signal: AbortSignal): Promise<unknown> {
  if (work.kind === 'undo')
    return undoImport(deps, work.id, await personOf(deps, work.memberID), { progress: counting(progress, 'record eliminati') });
  if (work.kind === 'takeBack') {
    const person = await personOf(deps, work.memberID);
    const open = await importsOf(deps.writeDb).unfinished(work.digest, work.memberID);
    return open ? undoImport(deps, open.id, person, { progress: counting(progress, 'record eliminati'), origine: 'sistema' }) : 0;
  }
  const request = await requestOf(deps, work.order);
  const rowProgress = (text: string, from: number, to: number) => counting(progress, text, from, to);
  if (work.kind === 'rehearse') {
    const rehearsed = await rehearse(deps, rulesOver, request, { progress: rowProgress('righe provate', 0, 95) });
    const { rows, errors } = rehearsed;
    const file = errors.length > 0 ? await writeErrorFile(request.file, request.name, rehearsed, work.results) : null;
    const outcome: TriedImport = {
      righe: rows,
      errori: errors.length,
      ancora: errors.length >= MOST_ERRORS,
      primi: errors
        .slice(0, FIRST_ERRORS)
        .map(({ table, row, column, message }) => ({ tabella: table, riga: row, colonna: column, messaggio: message })),
      daPrima: rehearsed.standing,
      file,
    };
    return outcome;
  }
  const rehearsed = await rehearse(deps, rulesOver, request, { progress: rowProgress('righe provate', 0, 40) });
  const { created, existing } = await importFile(deps, request, rehearsed, { progress: rowProgress('righe importate', 40, 99), signal });
  return { created, existing };
}

async function requestOf(deps: Dependencies, { rows, digest, name, register, byHand, memberID }: ReadFile): Promise<ImportRequest> {
  const identity = await personOf(deps, memberID);
  const file = { tables: await readRows(rows), digest };
  return { file, name, identity, ...(register ? { register } : {}), ...(byHand ? { byHand } : {}) };
}

async function personOf({ readDb }: Dependencies, memberID: string) {
  const identity = await currentIdentity(readDb, memberID);
  if (!identity) throw new DomainError('NON_PERMESSO');
  return identity;
}

/** Creates a progress callback that reports at most every 300 ms. */
function counting(progress: ReportProgress, unit: string, from = 0, to = 99): (done: number, of: number) => void {
  let last = 0;
  return (done, of) => {
    if (Date.now() - last < 300) return;
    last = Date.now();
    progress(from + ((to - from) * done) / Math.max(of, 1), `${done} di ${of} ${unit}`);
  };
}
