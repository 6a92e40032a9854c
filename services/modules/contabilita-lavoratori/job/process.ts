// Entry of the process that runs an accounting: reading and splitting are synchronous, and their memory is freed with the process.
import { asProcess } from '#workers/isolated/in-process.ts';
import { processFiles } from './elabora.ts';
import { fileSource } from './input/file-source.ts';
import type { Order } from './outcome.ts';
import { refusedOnDisk } from './refused-on-disk.ts';
import { writeFailure, writeResults } from './write-results.ts';

/** No step of this process is aborted: the process itself is killed. */
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
