import { expressionBuilder, sql } from 'kysely';
import type { ReadDatabase } from './database.ts';
import type { Column } from './engine/bulk.ts';

const eb = expressionBuilder<ReadDatabase, never>();

/** Builds a table of rows that a statement takes as one parameter; `columns` are those it reads, with their types. */
export const jsonRows = <Row extends object, Alias extends string>(rows: readonly Row[], alias: Alias, columns: readonly Column[]) =>
  eb
    .fn<Row>('json_to_recordset', [eb.cast(eb.val(JSON.stringify(rows)), 'json')])
    .as<Alias>(
      sql<unknown>`${sql.id(alias)} (${sql.join(columns.map(({ name, type }) => sql<unknown>`${sql.id(name)} ${sql.raw(type)}`))})`,
    );
