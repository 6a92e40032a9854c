// The thread that a job runs in: reading and splitting keep a processor busy, and the portal answers meanwhile.
import { workerData } from 'node:worker_threads';
import { asThread } from '../../engine/in-thread.ts';
import { processFiles } from './elabora.ts';
import { fileSource } from './input/file-source.ts';
import type { Order } from './outcome.ts';
import { refusedOnDisk } from './refused-on-disk.ts';
import { writeFailure, writeResults } from './write-results.ts';

const order = workerData as Order;
/** Nobody stops a step of the thread: the thread itself is stopped. */
const never = new AbortController().signal;

await asThread(async (progress) => {
  progress(5, 'Lettura dei file');
  const refused = refusedOnDisk(`${order.results}.scartate.temp`);
  try {
    const sources = { bilMovDip: fileSource(order.bilMovDip), ripartizioni: fileSource(order.ripartizioni) };
    const done = processFiles(sources, { contiEconomici: order.contiEconomici, refused });
    progress(50, 'Scrittura dei risultati');
    return await (done.esito === 'errore' ? writeFailure(done, order, never) : writeResults(done, order, never));
  } finally {
    refused.close();
  }
});
