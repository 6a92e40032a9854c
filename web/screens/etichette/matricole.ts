import type { Row } from '#web/registers/list/columns.ts';

/** The rows in the order of the matricole; those without a row are missing. */
export function nellOrdine(matricole: readonly string[], righe: readonly Row[]): Row[] {
  const per = new Map(righe.map((riga) => [String(riga['matricola']), riga]));
  return matricole.flatMap((matricola) => per.get(matricola) ?? []);
}

/** `?matricola=A&matricola=B`, each once. */
export function matricoleDi(search: string): string[] {
  return [...new Set(new URLSearchParams(search).getAll('matricola').map((m) => m.trim()).filter(Boolean))];
}
