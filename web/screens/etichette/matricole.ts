import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Row } from '#web/registers/row.ts';

/** Sorts the rows by the order of the matricole; matricole without a row are left out. */
export function inOrder<R extends Row>(def: AnyRegister, matricole: readonly string[], rows: readonly R[]): R[] {
  const per = new Map(rows.map((row) => [String(row[def.key.field]), row]));
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
