// The thread that a job runs in: reading and splitting keep a processor busy, and the portal answers meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import { elaborate } from './elabora.ts';
import { fileSource } from './input/file-source.ts';
import type { Message, Order } from './outcome.ts';
import { refusedOnDisk } from './refused-on-disk.ts';
import { writeFailure, writeResults } from './write-results.ts';

const order = workerData as Order;
const say = (message: Message): void => parentPort?.postMessage(message);
/** Nobody stops a step of the thread: the thread itself is stopped. */
const never = new AbortController().signal;

say({ progress: 5, text: 'Lettura dei file' });
const refused = refusedOnDisk(`${order.results}.scartate.temp`);
try {
  const sources = { bilMovDip: fileSource(order.bilMovDip), ripartizioni: fileSource(order.ripartizioni) };
  const done = elaborate(sources, { contiEconomici: order.contiEconomici, refused });
  say({ progress: 50, text: 'Scrittura dei risultati' });
  say({ outcome: await (done.esito === 'errore' ? writeFailure(done, order, never) : writeResults(done, order, never)) });
} finally {
  refused.close();
}
