const NOME = 'strato.attesi';

/** Jobs started in this tab: their result is downloaded by itself when it is ready, after a reload too. */
const attesi = new Set<string>(letti());

export function attendiRisultato(id: string): void {
  attesi.add(id);
  scrivi();
}

export const atteso = (id: string): boolean => attesi.has(id);

/** True the first time, for a job that was waited for. */
export function ritira(id: string): boolean {
  const era = attesi.delete(id);
  if (era) scrivi();
  return era;
}

function letti(): string[] {
  try {
    const testo: unknown = JSON.parse(globalThis.sessionStorage?.getItem(NOME) ?? '[]');
    return Array.isArray(testo) ? testo.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function scrivi(): void {
  try {
    globalThis.sessionStorage?.setItem(NOME, JSON.stringify([...attesi]));
  } catch {
    // without storage a reload forgets them: they stay in Attività
  }
}
