const NAME = 'strato.attesi';

/** Jobs started in this tab: their result is downloaded by itself when it is ready, after a reload too. */
const expectedErrors = new Set<string>(read());

/** What to do away with once the job has ended: the message that it is being prepared. */
const started = new Map<string, () => void>();

export function awaitResult(id: string, ended?: () => void): void {
  if (ended) started.set(id, ended);
  expectedErrors.add(id);
  write();
}

export const expected = (id: string): boolean => expectedErrors.has(id);

/** True the first time, for a job that was waited for. */
export function ritira(id: string): boolean {
  started.get(id)?.();
  started.delete(id);
  const was = expectedErrors.delete(id);
  if (was) write();
  return was;
}

function read(): string[] {
  try {
    const text: unknown = JSON.parse(globalThis.sessionStorage?.getItem(NAME) ?? '[]');
    return Array.isArray(text) ? text.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function write(): void {
  try {
    globalThis.sessionStorage?.setItem(NAME, JSON.stringify([...expectedErrors]));
  } catch {
    // without storage a reload forgets them: they stay in Attività
  }
}
