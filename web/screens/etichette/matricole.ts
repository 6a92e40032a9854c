import type { Row } from '#web/registers/list/columns.ts';

/** Sorts the rows by the order of the matricole; matricole without a row are left out. */
export function inOrder(matricole: readonly string[], rows: readonly Row[]): Row[] {
  const per = new Map(rows.map((row) => [String(row['matricola']), row]));
  return matricole.flatMap((matricola) => per.get(matricola) ?? []);
}

/** Returns the matricole in an address (`?matricola=A&matricola=B`), each once. */
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
