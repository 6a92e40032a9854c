// The thread that all registers are written in: it lasts minutes, and the portal answers meanwhile.
import { workerData } from 'node:worker_threads';
import type { TablesOrder } from '#contracts/ports/whole-exit.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { wholeReader } from '#projections/export/whole-reader.ts';
import { portalCatalogue } from '#services/catalogue.ts';
import { asThread } from '#workers/isolated/in-thread.ts';
import { wholeTablesWriter } from '#workers/formats/whole-tables.ts';

const { url, order } = workerData as { url: string; order: TablesOrder };
/** Nobody stops a step of the thread: the thread itself is stopped. */
const never = new AbortController().signal;

const catalogue = portalCatalogue();
const { db } = openDatabase<ReadDatabase>({ url, max: 2 });
try {
  const write = wholeTablesWriter(catalogue, wholeReader({ db, catalogue, identity: (memberID) => currentIdentity(db, memberID) }));
  await asThread((progress) => write(order, { signal: never, progress }));
} finally {
  await db.destroy();
}
