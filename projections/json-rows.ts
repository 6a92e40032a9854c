import { sql } from 'kysely';
import type { Column } from './engine/columns.ts';
import { expressions } from './database/compiled.ts';

/** Builds a table of rows that a statement takes as one parameter; `columns` are those it reads, with their types. */
export const jsonRows = <Row extends object, Alias extends string>(rows: readonly Row[], alias: Alias, columns: readonly Column[]) =>
  expressions
    .fn<Row>('json_to_recordset', [expressions.cast(expressions.val(JSON.stringify(rows)), 'json')])
    .as<Alias>(
      sql<unknown>`${sql.id(alias)} (${sql.join(columns.map(({ name, type }) => sql<unknown>`${sql.id(name)} ${sql.raw(type)}`))})`,
    );
