/** Tables in which PostgreSQL describes tables, columns and indexes, with the columns that queries of this code name. */
export type PostgresTables = {
  pg_attribute: { attrelid: number; attname: string; attnum: number; attisdropped: boolean };
  pg_class: { oid: number; relname: string; relnamespace: number };
  pg_constraint: { conindid: number };
  pg_index: { indexrelid: number; indrelid: number; indkey: number[]; indisprimary: boolean };
  pg_namespace: { oid: number; nspname: string };
};
