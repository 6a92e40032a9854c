const NAME = 'strato.attesi';

/** Jobs started in this tab: their results are downloaded automatically when ready, even after a reload. */
const expectedJobs = new Set<string>(readExpectedJobs());

/** Callbacks by job that run once the job has ended; they remove the message that it is being prepared. */
const callbacks = new Map<string, () => void>();

export function awaitResult(id: string, ended?: () => void): void {
  if (ended) callbacks.set(id, ended);
  expectedJobs.add(id);
  write();
}

export const isExpected = (id: string): boolean => expectedJobs.has(id);

/** Ends the wait for a job. Returns true the first time, if this tab was waiting for the job. */
export function endWait(id: string): boolean {
  callbacks.get(id)?.();
  callbacks.delete(id);
  const was = expectedJobs.delete(id);
  if (was) write();
  return was;
}

function readExpectedJobs(): string[] {
  try {
    const text: unknown = JSON.parse(globalThis.sessionStorage?.getItem(NAME) ?? '[]');
    return Array.isArray(text) ? text.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function write(): void {
  try {
    globalThis.sessionStorage?.setItem(NAME, JSON.stringify([...expectedJobs]));
  } catch {
    // without storage a reload forgets the jobs; their results remain in Attività
  }
}
