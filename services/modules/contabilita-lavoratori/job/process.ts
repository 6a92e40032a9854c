// Entry of the process that runs an accounting. Reading and splitting block the event loop, so they have a process of their own; its memory
// is freed at its end.
import { asProcess } from '#workers/isolated/in-process.ts';
import { processFiles } from './elabora.ts';
import { fileSource } from './input/file-source.ts';
import type { Order } from './outcome.ts';
import { refusedOnDisk } from './refused-on-disk.ts';
import { writeFailure, writeResults } from './write-results.ts';

/** Signal that never aborts, since a cancelled job kills this process instead. */
const never = new AbortController().signal;

asProcess(async (order: Order, progress) => {
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
