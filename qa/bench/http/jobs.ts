import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';

const LOOK_MS = 50;

/** Waits for a job to finish, then deletes it, so that the limit of jobs per person is not reached. */
export async function finishedJob(portal: Client, { message: { jobId } }: { message: { jobId: string } }): Promise<void> {
  for (;;) {
    const { message } = (await portal.call('GET', `/api/processi/${jobId}`)) as { message: { status: string; messaggio: string | null } };
    if (message.status === 'error') throw new Error(`the job failed: ${message.messaggio}`);
    if (message.status === 'done') break;
    await delay(LOOK_MS);
  }
  await portal.call('DELETE', `/api/processi/${jobId}`);
}
