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

// The entries put a catalogue together, so they stand with the composition roots and are started by their address.
const LIST_THREAD = new URL('../../threads/write-list.ts', import.meta.url);
const WHOLE_THREAD = new URL('../../threads/write-whole.ts', import.meta.url);
/** A list is written in batches: a thread that needs more memory is faulty, and ends alone. */
const LIST_MEMORY_MB = 256;
/** The same for all tables, with the paths of all documents. */
const WHOLE_MEMORY_MB = 512;

/** Writes a list in a thread of its own, so that requests are not delayed. */
export const writeList =
  ({ config }: Pick<Dependencies, 'config'>) =>
  (order: ListOrder, run: ListRun): Promise<number> =>
    inThread(LIST_THREAD, { url: config.DATABASE_URL, order }, { ...run, memoryMb: LIST_MEMORY_MB });

/** Returns what the export of a list uses. */
export const listTools = (deps: Dependencies): Parameters<typeof esportaElencoHandler>[0] => ({
  catalogue: deps.catalogue,
  resultsFolder: resultsFolder(deps.config),
  writeList: writeList(deps),
  async rightsForList(memberID, tabella) {
    const identity = await currentIdentity(deps.readDb, memberID);
    return identity && rightsForList(deps.catalogue, identity, tabella);
  },
});

/** Returns what the export of the whole portal uses. */
export const wholeTools = (deps: Dependencies): Parameters<typeof esportaTuttoHandler>[0] => ({
  resultsFolder: resultsFolder(deps.config),
  whole: {
    ditta: deps.config.DITTA,
    async tables(order, run) {
      const head = await deps.store.head();
      // The export holds everything recorded before it begins. Tables that are far behind refuse by themselves.
      if (head !== null) await deps.readModelWait.until(head, ACCEPTED_DELAY_MS);
      return inThread(WHOLE_THREAD, { url: deps.config.DATABASE_URL, order }, { ...run, memoryMb: WHOLE_MEMORY_MB });
    },
    documents: wholeDocuments(deps),
    zip: wholeZipWriter(deps.files),
  },
});
