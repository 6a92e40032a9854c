import { join } from 'node:path';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { countOf } from '#contracts/core/formats.ts';
import { exportListData } from '#contracts/jobs/esporta-elenco.ts';
import type { JobHandler } from '#contracts/ports/job-queue.ts';
import type { RightsForList, WriteList } from '#contracts/ports/list-writer.ts';
import { asResult } from '#workers/formats/result-file.ts';

interface Needs {
  catalogue: Catalogue;
  writeList: WriteList;
  rightsForList: RightsForList;
  resultsFolder: string;
}

/** Returns true for lists with personal data; history and accesses contain people's names too. */
const isPersonal = (catalogue: Catalogue, path: string): boolean =>
  ['storico', 'accessi'].includes(path) || catalogue.register(path)?.personal === true;

export function esportaElencoHandler({ catalogue, writeList, rightsForList, resultsFolder }: Needs): JobHandler {
  return async ({ id, data, utente, signal, progress }) => {
    const request = exportListData.parse(data);
    const rights = await rightsForList(utente, request.tabella);
    const final = join(resultsFolder, `${id}.${request.formato}`);
    let reported: Promise<void> = Promise.resolve();
    const report = (percent: number, text: string): void => void (reported = reported.then(() => progress(percent, text)));
    const count = await asResult(final, (file) => writeList({ request, memberID: utente, file }, { signal, progress: report }));
    await reported;
    return {
      file: final,
      fileName: request.nome,
      message: countOf(count, 'riga', 'righe'),
      rights,
      personal: isPersonal(catalogue, request.tabella),
    };
  };
}
