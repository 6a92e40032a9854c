import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import { countOf } from '#contracts/core/formats.ts';
import { IMPORTS, makeImport, tryImport, undoImport, uploadFiles } from '#contracts/jobs/importa.ts';
import type { ImportData } from '#contracts/jobs/importa.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import type { ImportOrder, ImportRun, Imports } from '#contracts/ports/imports.ts';

interface Needs {
  imports: Imports;
  resultsFolder: string;
}

/** Creates the handler of a dry run, which checks every row and stores none. The result is the file with its errors marked. */
export function tryImportHandler({ imports, resultsFolder }: Needs): JobHandler {
  return async (context) => {
    const data = tryImport.data.parse(context.data);
    const { file, ...esito } = await imports.rehearse(
      orderOf(resultsFolder, data, context),
      join(resultsFolder, context.id),
      runOf(context),
    );
    const { righe, errori, ancora } = esito;
    const rows = countOf(righe, 'riga', 'righe');
    if (file === null) return { message: `${rows}, nessun errore`, data: { ...esito, primi: esito.primi.map((one) => ({ ...one })) } };
    return {
      message: `${ancora ? 'almeno ' : ''}${countOf(errori, 'errore', 'errori')} in ${rows}`,
      file,
      fileName: `errori_${data.nome.slice(0, -extname(data.nome).length)}${extname(file)}`,
      data: { ...esito, primi: esito.primi.map((one) => ({ ...one })) },
    };
  };
}

/** Creates the handler of an import. A job retried after a crash creates only the missing records. */
export function makeImportHandler({ imports, resultsFolder }: Needs): JobHandler {
  const make = async (context: JobContext): ReturnType<JobHandler> => {
    const data = makeImport.data.parse(context.data);
    const order = orderOf(resultsFolder, data, context);
    const { created, existing } = await imports.make(order, runOf(context));
    const afterwards = async () =>
      void (await Promise.all(Object.values(uploadFiles(order.file)).map((path) => rm(path, { force: true }))));
    return { message: importedInWords(created, existing), data: { made: created, found: existing }, afterwards };
  };
  // Undoes the records of a cancelled import. The upload is kept, so that the person can change the mapping and import it again.
  const takeBack = async (context: JobContext): Promise<void> => {
    const { impronta } = makeImport.data.parse(context.data);
    await imports.takeBack({ digest: impronta, memberID: context.utente }, runOf(context));
  };
  return Object.assign(make, { takeBack });
}

/** Returns the outcome in Italian; `existing` counts records that an earlier import of the same file created. */
function importedInWords(created: number, existing: number): string {
  const existingInWords = countOf(existing, 'record c’era già', 'record c’erano già');
  if (existing === 0) return countOf(created, 'record importato', 'record importati');
  return created === 0
    ? `Nessun record nuovo: ${existingInWords}, da questo stesso file`
    : `${countOf(created, 'record importato', 'record importati')}, ${existingInWords}`;
}

export function undoImportHandler({ imports }: Needs): JobHandler {
  return async (context) => {
    const { id } = undoImport.data.parse(context.data);
    const deleted = await imports.undo({ id, memberID: context.utente }, runOf(context));
    return { message: countOf(deleted, 'record eliminato', 'record eliminati') };
  };
}

function orderOf(resultsFolder: string, { caricato, nome, registro, colonne }: ImportData, { utente }: JobContext): ImportOrder {
  const file = join(resultsFolder, IMPORTS, caricato);
  if (!existsSync(file)) throw new DomainError('RICHIESTA_NON_VALIDA', { message: 'Il file non è più qui: caricalo di nuovo.' });
  return { file, name: nome, register: registro, byHand: colonne, memberID: utente };
}

const runOf = ({ signal, progress }: JobContext): ImportRun => ({
  signal,
  progress: (percent, text) => void progress(percent, text).catch(() => {}),
});
