import type { ListOrder, ListRun } from '#contracts/ports/list-writer.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { ACCEPTED_DELAY_MS } from '#services/platform/http/read-model-wait.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { rightsForList } from '#services/registers/result-rights.ts';
import { wholeZipWriter } from '#workers/formats/whole-zip.ts';
import { inThread } from '#workers/isolated/in-thread.ts';
import type { esportaElencoHandler } from './esporta-elenco.handler.ts';
import type { esportaTuttoHandler } from './esporta-tutto.handler.ts';
import { wholeDocuments } from './whole-documents.ts';

// The entries compose a catalogue, which a module may not import, so the threads are started by their URLs.
const LIST_THREAD = new URL('../../threads/write-list.ts', import.meta.url);
const WHOLE_THREAD = new URL('../../threads/write-whole.ts', import.meta.url);
/**
 * Memory limit of the thread that writes a list. It writes in batches, so a thread that exceeds the limit is faulty and ends without harm
 * to the process.
 */
const LIST_MEMORY_MB = 256;
/** Memory limit of the thread that writes all tables, which also holds the paths of all documents. */
const WHOLE_MEMORY_MB = 512;

/** Writes a list in a thread, so that the main thread can answer requests meanwhile; resolves to the number of rows. */
export const writeList =
  ({ config }: Pick<Dependencies, 'config'>) =>
  (order: ListOrder, run: ListRun): Promise<number> =>
    inThread(LIST_THREAD, { url: config.DATABASE_URL, order }, { ...run, memoryMb: LIST_MEMORY_MB });

/** Returns the tools of the job that exports a list. */
export const listTools = (deps: Dependencies): Parameters<typeof esportaElencoHandler>[0] => ({
  catalogue: deps.catalogue,
  resultsFolder: resultsFolder(deps.config),
  writeList: writeList(deps),
  async rightsForList(memberID, tabella) {
    const identity = await currentIdentity(deps.readDb, memberID);
    return identity && rightsForList(deps.catalogue, identity, tabella);
  },
});

/** Returns the tools of the job that exports the whole portal. */
export const wholeTools = (deps: Dependencies): Parameters<typeof esportaTuttoHandler>[0] => ({
  resultsFolder: resultsFolder(deps.config),
  whole: {
    ditta: deps.config.DITTA,
    async tables(order, run) {
      const head = await deps.store.head();
      // The export contains all events recorded before its start. Tables that are late after this wait make the thread refuse the export.
      if (head !== null) await deps.readModelWait.until(head, ACCEPTED_DELAY_MS);
      return inThread(WHOLE_THREAD, { url: deps.config.DATABASE_URL, order }, { ...run, memoryMb: WHOLE_MEMORY_MB });
    },
    documents: wholeDocuments(deps),
    zip: wholeZipWriter(deps.files),
  },
});
