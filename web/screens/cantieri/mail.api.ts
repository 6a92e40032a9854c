import type { Values } from '#contracts/core/define-register.ts';
import type { MailPreview } from '#contracts/modules/cantieri.ts';
import type { Processo } from '#contracts/modules/processi.ts';
import { api } from '#web/lib/api-client.ts';

type Job = Pick<Processo, 'status' | 'messaggio'>;

/** Milliseconds between two requests for a mail's state, and the maximum of requests. */
const PAUSE = 500;
const TIMES = 60;

/** Requests the mail about a site as it would be sent now. */
export async function previewMail(commessa: string): Promise<MailPreview | null> {
  return (await api.get<{ data: MailPreview[] }>('/api/Mail', { query: { commessa } })).data[0] ?? null;
}

/** Queues the mail about a site; resolves to the job's id. */
export async function queueMail(cantiere: Values): Promise<string> {
  const { message } = await api.post<{ message: { jobId: string } }>('/api/Mail', {
    dataCantiere: cantiere,
    lavorazioni: cantiere['lavorazioni'] ?? '',
  });
  return message.jobId;
}

/** Waits for the end of a job; resolves to `null` if it takes too long. */
export async function endOfMail(jobId: string): Promise<Job | null> {
  for (let i = 0; i < TIMES; i += 1) {
    const { message } = await api.get<{ message: Job }>(`/api/processi/${encodeURIComponent(jobId)}`);
    if (message.status === 'done' || message.status === 'error') return message;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE);
    });
  }
  return null;
}
