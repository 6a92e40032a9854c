import { join } from 'node:path';
import { isOfWorkers } from '#contracts/core/archive-folders.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { WriteZip } from '#contracts/ports/zip-writer.ts';
import { newFile } from '#workers/formats/new-file.ts';
import { asResult } from '#workers/formats/result-file.ts';

interface Needs {
  zip: WriteZip;
  resultsFolder: string;
}

/**
 * Creates the handler that writes archive files into a zip on disk. It streams one file at a time, so memory does not grow with the files.
 */
export function esportaAllegatiHandler({ zip, resultsFolder }: Needs): JobHandler {
  return async ({ id, data, signal, progress }) => {
    const { nome, file, riservati = [] } = esportaAllegati.data.parse(data);
    const final = join(resultsFolder, `${id}.zip`);
    const { missing } = await asResult(final, (temp) =>
      newFile(temp, (output) =>
        zip(
          output,
          { file, riservati },
          {
            signal,
            progress: (done, of) => progress((done / of) * 100, `${done} di ${of} file`),
          },
        ),
      ),
    );
    return {
      file: final,
      fileName: `${nome}.zip`,
      message: summary(file.length - missing, missing, riservati.length),
      personal: file.some(({ percorso }) => isOfWorkers(percorso)),
    };
  };
}

function summary(present: number, missing: number, reserved: number): string {
  return [
    `${present} file`,
    ...(missing === 0 ? [] : [`${missing} ${missing === 1 ? 'mancante' : 'mancanti'}`]),
    ...(reserved === 0 ? [] : [`${reserved} ${reserved === 1 ? 'riservato' : 'riservati'}`]),
  ].join(', ');
}
