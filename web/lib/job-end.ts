import type { Processo } from '#contracts/modules/processi.ts';
import { api } from './api-client.ts';

/** Milliseconds between two looks at a job. */
const LOOK_MS = 700;

/** Waits until a job has ended, and tells its progress in percent. */
export async function untilEnded(id: string, told: (percent: number) => void): Promise<Processo> {
  for (;;) {
    const { message } = await api.get<{ message: Processo }>(`/api/processi/${encodeURIComponent(id)}`);
    if (message.status !== 'queued' && message.status !== 'running') return message;
    told(message.progresso);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
