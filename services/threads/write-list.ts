// The thread that a long list is written in: its rows keep a processor busy, and the portal answers meanwhile.
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
/** Nobody stops a step of the thread: the thread itself is stopped. */
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
