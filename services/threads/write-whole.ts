// Thread in which the tables of all registers are written, since this takes minutes and would block the portal's event loop.
import { workerData } from 'node:worker_threads';
import type { TablesOrder } from '#contracts/ports/whole-exit.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { wholeReader } from '#projections/export/whole-reader.ts';
import { portalCatalogue } from '#services/catalogue.ts';
import { asThread } from '#workers/isolated/in-thread.ts';
import { wholeTablesWriter } from '#workers/formats/whole-tables.ts';

const { url, order } = workerData as { url: string; order: TablesOrder };
/** Signal that never aborts; a job in a thread is cancelled by ending the thread. */
const never = new AbortController().signal;

const catalogue = portalCatalogue();
const { db } = openDatabase<ReadDatabase>({ url, max: 2 });
try {
  const write = wholeTablesWriter(catalogue, wholeReader({ db, catalogue, identity: (memberID) => currentIdentity(db, memberID) }));
  await asThread((progress) => write(order, { signal: never, progress }));
} finally {
  await db.destroy();
}
