/** Jobs started on this page: their result is downloaded by itself when it is ready. */
const attesi = new Set<string>();

export function attendiRisultato(id: string): void {
  attesi.add(id);
}

export const atteso = (id: string): boolean => attesi.has(id);

/** True the first time, for a job that was waited for. */
export function ritira(id: string): boolean {
  return attesi.delete(id);
}
