import type { Processo } from '#contracts/modules/processi.ts';
import { api } from './api-client.ts';

/** Milliseconds between two requests for a job's state. */
const PAUSE = 500;

/** Ids of jobs that a screen waits for. */
const awaitedJobs = new Set<string>();

/** Tells whether a screen waits for a job and shows its end; nobody else needs to. */
export const isAwaited = (id: string): boolean => awaitedJobs.has(id);

interface Waiting {
  /** Seconds after which the wait ends. */
  seconds: number;
  onProgress?(percent: number): void;
}

/** Waits until a job has ended; resolves to `null` if it takes too long. */
export async function untilEnded(id: string, options: Waiting): Promise<Processo | null> {
  awaitedJobs.add(id);
  const end = await pollUntilEnded(id, options).catch((error: unknown) => {
    awaitedJobs.delete(id);
    throw error;
  });
  if (end === null) awaitedJobs.delete(id);
  return end;
}

async function pollUntilEnded(id: string, { seconds, onProgress }: Waiting): Promise<Processo | null> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const { message } = await api.get<{ message: Processo }>(`/api/processi/${encodeURIComponent(id)}`);
    if (message.status !== 'queued' && message.status !== 'running') return message;
    onProgress?.(message.progresso);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}
