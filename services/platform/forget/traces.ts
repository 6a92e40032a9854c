import { sql, type Kysely } from 'kysely';
import type { Json } from '#contracts/core/events.ts';
import { wordsPattern } from '#contracts/core/words-pattern.ts';

/** Texts that name a person, which are found as whole words in any capitals, and the text that replaces them. */
export interface Traces {
  /** Whole names, and names of folders and files. */
  names: readonly string[];
  /** Surname or name alone; replaced only in what people set for lists and their exports, where other people do not have the same. */
  parts: readonly string[];
  /** Values that alone tell of the person: dates of birth and document numbers; replaced only in the search and the conditions of lists. */
  values: readonly string[];
  replacement: string;
}

/** Trail of accesses, in which only a function of its owner changes a row. */
const TRAIL = 'accessi';

/** Tables whose texts are not replaced one by one: the log, its head, checkpoints, keys and the trail. */
const LEFT: ReadonlySet<string> = new Set([
  'eventi',
  'eventi_testa',
  'registro_noto',
  'sigilli',
  'sigilli_origine',
  'chiavi_persone',
  'nomi_persone',
  'migrazioni',
  'migrazioni_lock',
  'credenziali',
  'chiavi',
  TRAIL,
]);

/** Tables of what people set for lists, and the text columns and members of JSON in which people write words of their own. */
const OF_LISTS: ReadonlySet<string> = new Set(['viste', 'viste_versioni', 'preferenze']);
const WRITTEN: ReadonlySet<string> = new Set(['nome', 'cerca', 'filtri']);

/** Tells whether a column of JSON holds what people set for a list, such as the request of a job that exports one. */
const holdsList = ({ table, name }: Column): boolean => OF_LISTS.has(table) || (table === 'processi' && name === 'dati');

interface Column {
  table: string;
  name: string;
  type: 'text' | 'jsonb' | 'text[]';
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tables are asked by their names
type Db = Kysely<any>;

/** Returns the tables of the write side in which the names of people are replaced. */
export async function searchedTables(db: Db): Promise<string[]> {
  const columns = await textColumns(db);
  return [...new Set([...columns.map(({ table }) => table), TRAIL])];
}

/** Replaces the texts that name a person in all tables of the write side. */
export async function replaceTraces(db: Db, { names, parts, values, replacement }: Traces): Promise<void> {
  const written = [...parts, ...values];
  for (const column of await textColumns(db)) {
    const ofList = OF_LISTS.has(column.table);
    const texts = ofList && column.type === 'text' && WRITTEN.has(column.name) ? [...names, ...written] : names;
    for (const text of texts) await replaceIn(db, column, { pattern: wordsPattern(text), replacement });
    if (column.type === 'jsonb' && holdsList(column)) await replaceWritten(db, column, { written, replacement });
  }
  if (names.length > 0) await replaceInTrail(db, names, replacement);
}

async function textColumns(db: Db): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and format_type(a.atttypid, null) in ('text', 'jsonb', 'text[]')
     order by 1, 2`.execute(db);
  return rows.filter(({ table }) => !LEFT.has(table));
}

async function replaceIn(
  db: Db,
  { table, name, type }: Column,
  { pattern, replacement }: { pattern: string; replacement: string },
): Promise<void> {
  const column = sql.id(name);
  const put = replacement.replaceAll('\\', String.raw`\\`);
  const changed =
    type === 'text[]'
      ? sql<unknown>`array(select regexp_replace(one, ${pattern}, ${put}, 'gi') from unnest(${column}) with ordinality as of_it (one, at) order by at)`
      : sql<unknown>`regexp_replace(${column}::text, ${pattern}, ${put}, 'gi')::${sql.raw(type)}`;
  await sql<unknown>`update ${sql.table(`public.${table}`)} set ${column} = ${changed} where ${column}::text ~* ${pattern}`.execute(db);
}

/** Replaces parts of a name, and values, in what people wrote into kept lists: a column or an order that has the same word stays. */
async function replaceWritten(
  db: Db,
  { table, name }: Column,
  { written, replacement }: Pick<Traces, 'replacement'> & { written: readonly string[] },
): Promise<void> {
  if (written.length === 0) return;
  const column = sql.id(name);
  const patterns = written.map(wordsPattern);
  const { rows } = await sql<{ place: string; before: string }>`
    select ctid::text as place, ${column}::text as before from ${sql.table(`public.${table}`)} where ${column}::text ~* any(${patterns}::text[])`.execute(
    db,
  );
  for (const { place, before } of rows) {
    const value = JSON.parse(before) as Json;
    const after = withoutWords(
      value,
      patterns.map((pattern) => new RegExp(pattern, 'gi')),
      replacement,
    );
    if (JSON.stringify(after) === JSON.stringify(value)) continue;
    // a row that somebody changes meanwhile is found when the tables are cleaned once more
    await sql<unknown>`update ${sql.table(`public.${table}`)} set ${column} = ${JSON.stringify(after)}::jsonb
      where ctid = ${place}::tid and ${column} = ${before}::jsonb`.execute(db);
  }
}

/** Returns a kept list without these words in the members in which people write. */
function withoutWords(value: Json, words: readonly RegExp[], replacement: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const rewrite = (one: Json): Json => {
    if (typeof one === 'string') return words.reduce((text, word) => text.replaceAll(word, () => replacement), one);
    if (Array.isArray(one)) return one.map(rewrite);
    return typeof one === 'object' && one !== null
      ? Object.fromEntries(Object.entries(one).map(([name, item]) => [name, rewrite(item!)]))
      : one;
  };
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, WRITTEN.has(name) ? rewrite(item!) : item!]));
}

/** Replaces names in the trail of accesses, and notes there that it did. */
async function replaceInTrail(db: Db, names: readonly string[], replacement: string): Promise<void> {
  await sql<unknown>`select public.accessi_dimentica(${[...names]}::text[], ${replacement})`.execute(db);
}
