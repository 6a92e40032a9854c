const NAME = 'strato.attesi';

/** Jobs started in this tab: their result is downloaded by itself when it is ready, after a reload too. */
const expectedErrors = new Set<string>(read());

export function awaitResult(id: string): void {
  expectedErrors.add(id);
  write();
}

export const expected = (id: string): boolean => expectedErrors.has(id);

/** True the first time, for a job that was waited for. */
export function ritira(id: string): boolean {
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
