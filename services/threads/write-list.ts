// Thread in which a long list is written, since its rows would block the portal's event loop.
import { workerData } from 'node:worker_threads';
import { systemClock } from '#contracts/ports/clock.ts';
import type { ListOrder } from '#contracts/ports/list-writer.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { listReader } from '#projections/export/list-reader.ts';
import { portalCatalogue } from '#services/catalogue.ts';
import { asThread } from '#workers/isolated/in-thread.ts';
import { listWriter } from '#workers/formats/list-file.ts';

const { url, order } = workerData as { url: string; order: ListOrder };
/** Signal that never aborts; a job in a thread is cancelled by ending the thread. */
const never = new AbortController().signal;

const catalogue = portalCatalogue();
const { db } = openDatabase<ReadDatabase>({ url, max: 2 });
try {
  const write = listWriter(
    catalogue,
    listReader({ db, catalogue, clock: systemClock, identity: (memberID) => currentIdentity(db, memberID) }),
  );
  await asThread((progress) => write(order, { signal: never, progress }));
} finally {
  await db.destroy();
}
