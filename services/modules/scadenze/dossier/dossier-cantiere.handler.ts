import { join } from 'node:path';
import { DomainError } from '#contracts/core/errors.ts';
import { dossierCantiere, INDEX_NAME, type DossierData, type WriteIndex } from '#contracts/jobs/dossier-cantiere.ts';
import { DOSSIER } from '#contracts/modules/scadenze/dossier-facts.ts';
import type { Dispatch } from '#contracts/ports/dispatch.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import type { WriteZip } from '#contracts/ports/zip-writer.ts';
import { newFile } from '#workers/formats/new-file.ts';
import { asResult } from '#workers/formats/result-file.ts';

interface Needs {
  dispatch: Dispatch;
  zip: WriteZip;
  writeIndex: WriteIndex;
  resultsFolder: string;
}

/**
 * Creates the handler that builds a dossier. The export is recorded in the histories before the zip with files and index is written, so no
 * dossier exists unrecorded.
 */
export function dossierCantiereHandler({ dispatch, zip, writeIndex, resultsFolder }: Needs): JobHandler {
  return async (context) => {
    const data = dossierCantiere.data.parse(context.data);
    await recordFacts(dispatch, context, data);
    const file = filesOf(data);
    const final = join(resultsFolder, `${context.id}.zip`);
    const { missing } = await asResult(final, (temp) =>
      newFile(temp, (output) =>
        zip(
          output,
          { file, last: async (hashes) => ({ nome: INDEX_NAME, content: await writeIndex(data, hashes) }) },
          {
            signal: context.signal,
            progress: (done, of) => context.progress((done / of) * 100, `${done} di ${of} file`),
          },
        ),
      ),
    );
    const lacking = missing === 0 ? '' : `, ${missing} ${missing === 1 ? 'mancante' : 'mancanti'}`;
    return { file: final, fileName: `${data.nome}.zip`, message: `${file.length - missing} file${lacking}`, personal: true };
  };
}

/** Returns the files of all groups without duplicates, since a line of the site may name the file of a worker. */
const filesOf = ({ gruppi }: DossierData) => [
  ...new Map(
    gruppi.flatMap(({ righe }) =>
      righe.flatMap(({ file }) =>
        file
          ? [[file.nome, { percorso: file.percorso, nome: file.nome, ...(file.versione === null ? {} : { versione: file.versione }) }]]
          : [],
      ),
    ),
  ).values(),
];

async function recordFacts(
  dispatch: Dispatch,
  { id, utente, groupID, correlationId = id }: JobContext,
  { fatti }: DossierData,
): Promise<void> {
  for (const { registro, chiave, comando, dati } of fatti) {
    await dispatch(
      { register: registro, action: 'named', name: DOSSIER, key: chiave, body: { ...dati } },
      { identity: { memberID: utente, groupID, permessi: {} }, commandId: comando, correlationId, origine: 'sistema' },
    ).catch((error: unknown) => {
      // A record deleted in the meantime has no history to write to.
      if (!(error instanceof DomainError && error.code === 'SCONOSCIUTO')) throw error;
    });
  }
}
