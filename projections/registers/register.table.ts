import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import type { Column, ColumnType, Target } from '../engine/bulk.ts';
import type { ReadDatabase } from '../database.ts';

/** Italian order of texts: accents and capitals where a dictionary has them. */
const ITALIANO = 'it-x-icu';

/** Rows that the portal shows: neither the record nor its parent is deleted. */
export const LIVE = sql<boolean>`not eliminato and not padre_eliminato`;

export function typeOf(field: Field): ColumnType {
  switch (field.kind) {
    case 'number':
    case 'money':
      return 'numeric';
    case 'flag':
      return 'smallint';
    case 'date':
      return 'date';
    case 'ref':
      return field.numeric ? 'bigint' : 'text';
    case 'text':
    case 'note':
    case 'choice':
    case 'multi':
    case 'color':
    case 'url':
    case 'document':
    case 'photo':
      return 'text';
  }
}

/** Where the values of documents lie that were added as data, by name. */
export const ADDED_COLUMN = 'altri';

export const keyColumn = (def: AnyRegister): Column => ({ name: def.key.field, type: def.key.kind === 'sequence' ? 'bigint' : 'text' });

/** Key and fields under their wire names, those that were added as data left out. */
export const valuesColumns = oncePer((def: AnyRegister): readonly Column[] => {
  const fields = Object.entries(def.fields).filter(([name, field]) => name !== def.key.field && field.added !== true);
  return [keyColumn(def), ...fields.map(([name, field]) => ({ name, type: typeOf(field) }))];
});

/** What the list's search looks in, made by the database of the row's other columns. */
export const SEARCH_COLUMN = 'ricerca';

const COMUNI: readonly Column[] = [
  { name: 'utente', type: 'text' },
  { name: 'versione', type: 'integer' },
  { name: 'creato', type: 'timestamptz' },
  { name: 'modificato', type: 'timestamptz' },
  { name: 'modificato_da', type: 'text' },
  { name: 'archivio', type: 'jsonb' },
  { name: 'eliminato', type: 'boolean' },
  { name: 'padre_eliminato', type: 'boolean' },
];

/** Of a child: the stream it lives in, and its last version that said whether the parent is deleted. */
const OF_CHILD: readonly Column[] = [
  { name: 'flusso', type: 'text' },
  { name: 'versione_padre', type: 'integer' },
];

export const columnsOf = oncePer((def: AnyRegister): readonly Column[] => [
  ...valuesColumns(def),
  ...COMUNI,
  ...(def.parent ? OF_CHILD : []),
  ...(def.takesKinds ? [{ name: ADDED_COLUMN, type: 'jsonb' as const }] : []),
]);

/** Its rows as a batch leaves them. */
export const targetOf = oncePer((def: AnyRegister): Target => ({
  table: def.path,
  columns: columnsOf(def),
  key: [def.key.field],
  ifExists: 'replace',
}));

/** `"data" desc nulls last`, with the Italian collation where it is a text. */
export function order(column: string | RawBuilder<unknown>, kind: ColumnType, descending: boolean) {
  const collation = kind === 'text' ? sql` collate ${sql.id(ITALIANO)}` : sql``;
  return sql`${typeof column === 'string' ? sql.id(column) : column}${collation} ${sql.raw(descending ? 'desc' : 'asc')} nulls last`;
}

export async function createTable(db: Kysely<ReadDatabase>, def: AnyRegister): Promise<void> {
  const columns = columnsOf(def);
  const comuni = new Set([...COMUNI, ...OF_CHILD].map((c) => c.name));
  const rows = columns.map(({ name, type: kind }) => sql`${sql.id(name)} ${sql.raw(kind)}${sql.raw(comuni.has(name) ? ' not null' : '')}`);
  await sql`create table ${sql.table(def.path)} (${sql.join(rows)}, ${sql.id(SEARCH_COLUMN)} text generated always as (${searchText(def)}) stored, primary key (${sql.id(def.key.field)}))`.execute(
    db,
  );
  await listIndex(db, def, columns);
  await searchIndex(db, def);
  const searched = Object.entries(def.fields)
    .filter(([name, f]) => f.kind === 'ref' || name === def.parent?.field)
    .map(([name]) => name);
  for (const name of new Set(['utente', ...searched, ...(def.parent ? ['flusso'] : [])])) {
    await sql`create index ${sql.id(`${def.path}_${name}`)} on ${sql.table(def.path)} (${sql.id(name)})`.execute(db);
  }
}

/**
 * The fields that are searched, a line each, so that no word reaches from one into the next. Numbers as they are written,
 * dates in both ways, accents encoded one way. Only of functions that PostgreSQL knows to give the same always.
 */
function searchText(def: AnyRegister) {
  const kinds = new Map([...valuesColumns(def), ...COMUNI].map(({ name, type }) => [name, type]));
  const lines = def.list.search.filter((name) => kinds.has(name)).map((name) => sql`coalesce(${asLine(name, kinds.get(name)!)}, '')`);
  return lines.length === 0 ? sql`''` : sql`normalize(${sql.join(lines, sql` || ${sql.lit('\n')} || `)})`;
}

function asLine(name: string, kind: ColumnType) {
  const column = sql.id(name);
  if (kind !== 'date') return kind === 'text' ? sql`${column}` : sql`${column}::text`;
  const part = (of: string, digits: number) => sql`lpad(extract(${sql.raw(of)} from ${column})::text, ${sql.lit(digits)}, '0')`;
  const [year, month, day] = [part('year', 4), part('month', 2), part('day', 2)];
  return sql`${sql.join([year, month, day], sql` || '-' || `)} || ' ' || ${sql.join([day, month, year], sql` || '/' || `)}`;
}

/** Words are found by their three-letter pieces, where the database has the extension (migration 0014-trigrammi). */
async function searchIndex(db: Kysely<ReadDatabase>, def: AnyRegister): Promise<void> {
  const [index, table] = [`${def.path}_${SEARCH_COLUMN}`, def.path].map((name) => `"${name}"`);
  await sql`do $$ begin
    if exists (select from pg_extension where extname = 'pg_trgm') then
      create index ${sql.raw(index!)} on ${sql.raw(table!)} using gin (${sql.id(SEARCH_COLUMN)} gin_trgm_ops);
    end if;
  end $$`.execute(db);
}

/** The order a list opens with: pages and counts are read from this index alone. */
async function listIndex(db: Kysely<ReadDatabase>, def: AnyRegister, columns: readonly Column[]): Promise<void> {
  const name = def.list.sort.replace(/^-/, '');
  const column = columns.find((c) => c.name === name);
  if (!column) return;
  const key = keyColumn(def);
  const fields = [order(name, column.type, def.list.sort.startsWith('-'))];
  if (name !== key.name) fields.push(order(key.name, key.type, false));
  const included = name === 'utente' ? sql`` : sql` include (utente)`;
  await sql`create index ${sql.id(`${def.path}_elenco`)} on ${sql.table(def.path)} (${sql.join(fields)})${included} where ${LIVE}`.execute(
    db,
  );
}
