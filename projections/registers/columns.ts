import { sql, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ListColumn, ReadCatalogue } from '../catalogue.ts';
import { valuesColumns } from './register.table.ts';

const INTERNAL: readonly ListColumn[] = [
  { name: 'utente', type: 'text' },
  { name: 'versione', type: 'integer' },
];

/** Columns that a list can be filtered by. */
export const filterColumns = (def: AnyRegister): Map<string, ListColumn> =>
  new Map([...valuesColumns(def), ...INTERNAL].map((c) => [c.name, c]));

/** Columns that a list can be sorted by. */
export const orderColumns = (catalogue: ReadCatalogue, def: AnyRegister): Map<string, ListColumn> =>
  new Map([...filterColumns(def), ...catalogue.computedColumns(def).map((c) => [c.name, c] as const)]);

/** A row as it goes out: the table is called `r` in the statement. */
export function selezione(catalogue: ReadCatalogue, def: AnyRegister): RawBuilder<unknown> {
  const names = [...filterColumns(def).keys(), 'archivio', 'creato', 'modificato', 'modificato_da'];
  const computed = catalogue.computedColumns(def).map((c) => sql`${c.computed} as ${sql.id(c.name)}`);
  return sql.join([...names.map((name) => sql`r.${sql.id(name)}`), ...computed]);
}

/** A record on the wire: key and fields by name, and what the portal knows about it. */
export type ListRow = Record<string, unknown> & {
  utente: string;
  versione: number;
  archivio: Record<string, unknown>;
  /** ISO instants. */
  creato: string;
  modificato: string;
  modificato_da: string;
};

export const onTheWire = (row: Record<string, unknown>): ListRow => ({
  ...(row as ListRow),
  creato: (row['creato'] as Date).toISOString(),
  modificato: (row['modificato'] as Date).toISOString(),
});
