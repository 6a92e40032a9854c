import type { Processo } from '#contracts/modules/processi.ts';
import { api } from './api-client.ts';

/** Milliseconds between two requests for a job's state. */
const PAUSE = 500;

interface Waiting {
  /** Seconds after which the wait ends. */
  seconds: number;
  onProgress?(percent: number): void;
}

/** Waits until a job has ended; resolves to `null` if it takes too long. */
export async function untilEnded(id: string, { seconds, onProgress }: Waiting): Promise<Processo | null> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const { message } = await api.get<{ message: Processo }>(`/api/processi/${encodeURIComponent(id)}`);
    if (message.status !== 'queued' && message.status !== 'running') return message;
    onProgress?.(message.progresso);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}
