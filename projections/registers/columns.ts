import type { AliasedExpression, Expression } from 'kysely';
import { oncePer } from '#contracts/core/once-per.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { FieldValue } from '#contracts/core/fields.ts';
import type { ListColumn, ReadCatalogue } from '../catalogue.ts';
import { eb } from '../database/compiled.ts';
import { addedFields, expiryField } from '#contracts/core/added-fields.ts';
import { ADDED_COLUMN, typeOf, valuesColumns } from './register.table.ts';

const INTERNAL: readonly ListColumn[] = [
  { name: 'utente', type: 'text' },
  { name: 'versione', type: 'integer' },
];

/** Columns of values added as data. The casts cannot fail, since the projection stores only values of the right kind. */
const addedColumns = oncePer((def: AnyRegister): readonly ListColumn[] =>
  addedFields(def).map(([name, field]) => {
    const type = typeOf(field);
    return { name, type, expression: eb.cast<unknown>(eb.ref(`r.${ADDED_COLUMN}`, '->>').key(name), type) };
  }),
);

/** Returns the columns by which a list can be filtered. */
export const filterColumns = (def: AnyRegister): Map<string, ListColumn> =>
  new Map([...valuesColumns(def), ...INTERNAL, ...addedColumns(def)].map((c) => [c.name, c]));

/** Returns the SQL of a column's value; the table's alias is `r`. */
export const inRow = ({ name, expression }: ListColumn): Expression<unknown> => expression ?? eb.ref(`r.${name}`);

/** Returns the columns by which a list can be sorted. */
export const orderColumns = (catalogue: ReadCatalogue, def: AnyRegister): Map<string, ListColumn> =>
  new Map([...filterColumns(def), ...catalogue.computedColumns(def).map((c) => [c.name, c] as const)]);

/** Further columns of a row in a list as of an instant: when and by whom the record was deleted since. */
export const DELETED_SINCE = ['eliminato_il', 'eliminato_da'] as const;

/** Returns the columns of a row in its wire format, with `further` columns; the table's alias is `r`. */
export function selezione(
  catalogue: ReadCatalogue,
  def: AnyRegister,
  further: readonly string[] = [],
): readonly AliasedExpression<unknown, string>[] {
  const own = [...valuesColumns(def), ...INTERNAL].map(({ name }) => name);
  const addedNames = catalogue.addedNames(def);
  const names = [...own, 'archivio', 'creato', 'modificato', 'modificato_da', ...further, ...(addedNames ? [ADDED_COLUMN] : [])];
  return [
    ...names.map((name) => eb.ref(`r.${name}`).as(name)),
    ...(addedNames ? [withAlias(addedNames, ADDED_NAMES)] : []),
    ...computedSelection(catalogue, def),
  ];
}

/** Returns the computed columns of a row, each under its name. */
export const computedSelection = (catalogue: ReadCatalogue, def: AnyRegister): readonly AliasedExpression<unknown, string>[] =>
  catalogue.computedColumns(def).flatMap(({ name, computed }) => (computed ? [withAlias(computed, name)] : []));

/** Names a value of a selection. */
export const withAlias = (value: Expression<unknown>, name: string): AliasedExpression<unknown, string> => eb.parens(value).as(name);

/** Column with the names of the currently added documents, read with each row to avoid a separate query. */
const ADDED_NAMES = 'tipi_di_oggi';

/** Moves the values added as data beside the other fields; `null` for those the record does not have. */
export function withAdded(row: Record<string, unknown>): Record<string, unknown> {
  const { [ADDED_NAMES]: told, [ADDED_COLUMN]: values, ...others } = row;
  if (typeof told !== 'string') return row;
  for (const campo of JSON.parse(told) as string[])
    for (const name of [campo, expiryField(campo)]) others[name] ??= (values as Record<string, unknown> | null)?.[name] ?? null;
  return others;
}

/** A record in its wire format: key and fields by name, and the portal's own columns. */
export type ListRow = Record<string, unknown> & {
  utente: string;
  versione: number;
  archivio: Record<string, unknown>;
  /** ISO instants. */
  creato: string;
  modificato: string;
  modificato_da: string;
};

/** A record of register `D` in its wire format, each field under the type that the definition gives. */
export type ListRowOf<D extends AnyRegister> = ListRow & { [K in D['key']['field']]: string | number } & {
  [K in keyof D['fields']]: FieldValue<D['fields'][K]> | null;
};

export const onTheWire = (row: Record<string, unknown>): ListRow => ({
  ...(withAdded(row) as ListRow),
  creato: (row['creato'] as Date).toISOString(),
  modificato: (row['modificato'] as Date).toISOString(),
  ...('eliminato_il' in row ? { eliminato_il: (row['eliminato_il'] as Date | null)?.toISOString() ?? null } : {}),
});
