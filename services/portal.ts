import { listReader } from '#projections/export/list-reader.ts';
import { reminderReader } from '#projections/scadenze/reminder-reader.ts';
import { referenceReader } from '#projections/registers/reference-reader.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { rightsForList } from './registers/result-rights.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { startProjections } from '#projections/engine/runner.ts';
import { inThread } from '#workers/engine/in-thread.ts';
import { wholeZipWriter } from '#workers/formats/whole-zip.ts';
import type { startWorkers } from '#workers/index.ts';
import { folderMailer } from '#workers/mail/folder-mailer.ts';
import { smtpMailer } from '#workers/mail/smtp-mailer.ts';
import { backupPrograms } from './backup/programs.ts';
import { importProcesses } from './processes/import-processes.ts';
import { wholeDocuments } from './modules/esporta/whole-documents.ts';
import { indexPdf } from './modules/scadenze/dossier/index-pdf.ts';
import { mailFolder } from './platform/files/results.ts';
import type { Dependencies } from './platform/module.ts';
import type { Environment } from './platform/start/environment.ts';
import type { Shutdown } from './platform/start/shutdown.ts';

/** The sides of the portal, put together for whoever starts one: the program, and the tests. */
type Tools = NonNullable<Parameters<typeof startWorkers>[0]['tools']>;

/** Time to wait until a recorded change is in the read tables. */
export const ACCEPTED_DELAY_MS = 10_000;

/** The read tables follow the log until the portal ends. */
export async function startReading(
  { catalogue, config, store, readModelWait, log }: Dependencies,
  url: string,
  shutdown: Shutdown,
): Promise<{ stop(): Promise<void> }> {
  const runner = await startProjections({
    store,
    url,
    projections: catalogue.projections,
    upcasts: catalogue.upcasts,
    log,
    passed: (position) => readModelWait.passed?.(position),
    replicated: config.DATABASE_URL_LETTURE !== undefined,
  });
  shutdown.add('projections', () => runner.stop());
  return runner;
}

const LIST_THREAD = new URL('./threads/write-list.ts', import.meta.url);
/** A list goes through in batches: more is a fault, and ends the thread alone. */
const LIST_MEMORY_MB = 256;
const WHOLE_THREAD = new URL('./threads/write-whole.ts', import.meta.url);
/** The same, and the paths of all documents. */
const WHOLE_MEMORY_MB = 512;

/** Returns the portal's parts that jobs use. */
export function workerTools(deps: Dependencies, url: string): Tools {
  const { catalogue, config, store, readDb, clock, zip, dispatch, readModelWait, log } = deps;
  const { projections, upcasts } = catalogue;
  return {
    catalogue,
    zip,
    writeIndex: indexPdf,
    dispatch,
    store,
    rebuild: (progress, signal) => rebuild({ store, url, log, projections, upcasts, progress, signal }),
    backups: backupPrograms(config, url),
    imports: importProcesses({ ...config, DATABASE_URL: url } as Environment['config'], deps.reading),
    reading: deps.reading,
    mailer: config.SMTP_URL ? smtpMailer({ url: config.SMTP_URL }) : folderMailer(mailFolder(config)),
    lists: listReader({ db: readDb, catalogue, clock, identity: (memberID) => currentIdentity(readDb, memberID) }),
    rightsForList: async (memberID, tabella) => {
      const identity = await currentIdentity(readDb, memberID);
      return identity && rightsForList(catalogue, identity, tabella);
    },
    writeList: (order, run) => inThread(LIST_THREAD, { url, order }, { ...run, memoryMb: LIST_MEMORY_MB }),
    whole: {
      ditta: config.DITTA,
      tables: async (order, run) => {
        const head = await store.head();
        // what everybody had recorded when it begins is in it; tables that are far behind refuse by themselves
        if (head !== null) await readModelWait.until(head, ACCEPTED_DELAY_MS);
        return inThread(WHOLE_THREAD, { url, order }, { ...run, memoryMb: WHOLE_MEMORY_MB });
      },
      documents: wholeDocuments(deps),
      zip: wholeZipWriter(deps.files),
    },
    reminders: reminderReader(readDb, async () => {
      const head = await store.head();
      return head === null || readModelWait.until(head, ACCEPTED_DELAY_MS);
    }),
    references: referenceReader(readDb, (position) => readModelWait.until(position, ACCEPTED_DELAY_MS)),
  };
}
