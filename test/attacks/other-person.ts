import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** A thread that asks for one page again and again until it is told that it is over; answers with the times of the 200s, in milliseconds. */
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
