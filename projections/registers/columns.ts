import { sql, type RawBuilder } from 'kysely';
import { oncePer } from '#contracts/core/once-per.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { ListColumn, ReadCatalogue } from '../catalogue.ts';
import { addedFields } from '#contracts/core/added-fields.ts';
import { ADDED_COLUMN, typeOf, valuesColumns } from './register.table.ts';

const INTERNAL: readonly ListColumn[] = [
  { name: 'utente', type: 'text' },
  { name: 'versione', type: 'integer' },
];

/** The values that were added as data: of the right kind, or the projection did not take them. */
const addedColumns = oncePer((def: AnyRegister): readonly ListColumn[] =>
  addedFields(def).map(([name, field]) => {
    const type = typeOf(field);
    return { name, type, expression: sql`(r.${sql.id(ADDED_COLUMN)} ->> ${sql.lit(name)})::${sql.raw(type)}` };
  }),
);

/** Columns that a list can be filtered by. */
export const filterColumns = (def: AnyRegister): Map<string, ListColumn> =>
  new Map([...valuesColumns(def), ...INTERNAL, ...addedColumns(def)].map((c) => [c.name, c]));

/** The value of a column, in a statement that calls the table `r`. */
export const inRow = ({ name, expression }: ListColumn): RawBuilder<unknown> => expression ?? sql`r.${sql.id(name)}`;

/** Columns that a list can be sorted by. */
export const orderColumns = (catalogue: ReadCatalogue, def: AnyRegister): Map<string, ListColumn> =>
  new Map([...filterColumns(def), ...catalogue.computedColumns(def).map((c) => [c.name, c] as const)]);

/** A row as it goes out: the table is called `r` in the statement. */
export function selezione(catalogue: ReadCatalogue, def: AnyRegister): RawBuilder<unknown> {
  const own = [...valuesColumns(def), ...INTERNAL].map(({ name }) => name);
  const names = [...own, 'archivio', 'creato', 'modificato', 'modificato_da'];
  const added = addedColumns(def).map((c) => sql`${inRow(c)} as ${sql.id(c.name)}`);
  const computed = catalogue.computedColumns(def).map((c) => sql`${c.computed} as ${sql.id(c.name)}`);
  return sql.join([...names.map((name) => sql`r.${sql.id(name)}`), ...added, ...computed]);
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
