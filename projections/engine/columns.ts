import { sql } from 'kysely';

export type ColumnType =
  'text' | 'numeric' | 'bigint' | 'integer' | 'smallint' | 'boolean' | 'date' | 'timestamptz' | 'jsonb' | 'uuid' | 'bytea';

/** Type of a column with positions in the log, which are ordered byte by byte in SQL too. */
export const POSITION_TYPE = sql<string>`text collate "C"`;

export interface Column {
  name: string;
  type: ColumnType;
}

export interface Target {
  table: string;
  columns: readonly Column[];
  key: readonly string[];
  ifExists: 'replace' | 'keep';
}
