import type { Row } from '#web/registers/list/columns.ts';

/** The rows in the order of the matricole; those without a row are missing. */
export function inOrder(matricole: readonly string[], rows: readonly Row[]): Row[] {
  const per = new Map(rows.map((row) => [String(row['matricola']), row]));
  return matricole.flatMap((matricola) => per.get(matricola) ?? []);
}

/** `?matricola=A&matricola=B`, each once. */
export function matricoleOf(search: string): string[] {
  return [
    ...new Set(
      new URLSearchParams(search)
        .getAll('matricola')
        .map((m) => m.trim())
        .filter(Boolean),
    ),
  ];
}
