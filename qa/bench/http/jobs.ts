import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';

const LOOK_MS = 50;

/** Waits for a job that was asked for, and takes it out of the list, so that the next one finds room. */
export async function finishedJob(portal: Client, { message: { jobId } }: { message: { jobId: string } }): Promise<void> {
  for (;;) {
    const { message } = (await portal.call('GET', `/api/processi/${jobId}`)) as { message: { status: string; messaggio: string | null } };
    if (message.status === 'error') throw new Error(`the job failed: ${message.messaggio}`);
    if (message.status === 'done') break;
    await delay(LOOK_MS);
  }
  await portal.call('DELETE', `/api/processi/${jobId}`);
}
