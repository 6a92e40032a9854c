import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Parameters of this thread, which requests a page repeatedly until it gets a message. It posts the response times of the 200s in
 * milliseconds.
 */
const { url, token, everyMs, mostMs } = workerData as { url: string; token: string; everyMs: number; mostMs: number };
let over = false;
parentPort!.once('message', () => {
  over = true;
});
const times: number[] = [];
do {
  const began = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(mostMs) });
  await answer.arrayBuffer();
  if (answer.status === 200) times.push(performance.now() - began);
  await pause(everyMs);
} while (!over);
parentPort!.postMessage(times);
