import { createReadStream } from 'node:fs';
import { fingerprint } from '#services/platform/files/fingerprint.ts';
import type { FileEntry, LoggedEvent } from './manifest.ts';
import type { Snapshot } from './snapshot.ts';
import { UNDER_WAY } from './load-tables.ts';
import { KEPT } from './tables.ts';
import { treesOf, walkTrees } from './trees.ts';

/** Of one table, of the log, or of the files. */
export interface Compared {
  name: string;
  /** Rows of the living portal's table. */
  rows: number;
  /** Not restored, or restored otherwise. */
  missing: number;
  /** Restored, and not in the living portal so. */
  extra: number;
  /** Some of them. */
  examples: string[];
}

const EXAMPLES = 3;

export const isEqual = ({ missing, extra }: Compared): boolean => missing + extra === 0;

interface Sides {
  living: Snapshot;
  restored: Snapshot;
}

/** Row by row, all columns. */
export async function compareTables(sides: Sides, readTables: readonly string[]): Promise<Compared[]> {
  const { living, restored } = sides;
  const compared: Compared[] = [];
  for (const table of readTables) {
    const text = columns(sides, '*', `letture."${table}"`);
    compared.push(await compareRows(`letture.${table}`, living.rows(text, 'sorted'), restored.rows(text, 'sorted')));
  }
  for (const table of KEPT) {
    if (!(await living.hasTable(`public.${table}`))) continue;
    const text = columns(sides, OTHERWISE[table] ?? '*', `public.${table}${WITHOUT[table] ?? ''}`);
    compared.push(await compareRows(table, living.rows(text, 'sorted'), restored.rows(text, 'sorted')));
  }
  return compared;
}

/**
 * Query for the rows to compare. Positions are left out if the two logs are of different kinds, and the
 * history's JSON is brought into one order, since PostgreSQL sorts the names of an object.
 */
function columns({ living, restored }: Sides, names: string, table: string): string {
  const rows = `select ${names} from ${table}`;
  if (living.store === restored.store && living.store === 'postgres') return rows;
  return `select to_jsonb(r) - 'posizione' ${table === 'letture."storico"' ? IN_ORDER : ''} as row from (${rows}) r`;
}

const IN_ORDER = `|| jsonb_build_object(
  'campi', (select jsonb_agg(field order by field::text collate "C") from jsonb_array_elements(r.campi) field),
  'testo', (select jsonb_agg(word order by word collate "C") from unnest(string_to_array(r.testo, ' ')) word))`;

/** Rows of jobs name their files where they are now. */
const OTHERWISE: Partial<Record<string, string>> = {
  processi: `id, tipo, titolo, status, progresso, messaggio, utente, group_id, nome_file, risultato, correlation_id, tentativi, creato, finito, scade, nascosto, tolto,
    regexp_replace(file, '^.*/', '') as file, cardinality(altri_file) as altri_file`,
};

const anyOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** The job that does the saving is not restored. */
const WITHOUT: Partial<Record<string, string>> = {
  processi: ` where not (tipo in (${anyOf(UNDER_WAY.tipo)}) and status in (${anyOf(UNDER_WAY.status)}))`,
};

const byBytes = (a: string, b: string): number => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** Both sides sorted by their bytes. */
export async function compareRows(name: string, living: AsyncIterator<string>, restored: AsyncIterator<string>): Promise<Compared> {
  const found: Compared = { name, rows: 0, missing: 0, extra: 0, examples: [] };
  const note = (sign: string, row: string): void => void (found.examples.length < EXAMPLES && found.examples.push(`${sign} ${row}`));
  let [one, other] = [await living.next(), await restored.next()];
  while (!one.done || !other.done) {
    const order = one.done ? 1 : other.done ? -1 : byBytes(one.value, other.value);
    if (order < 0) {
      found.missing += 1;
      note('-', String(one.value));
    }
    if (order > 0) {
      found.extra += 1;
      note('+', String(other.value));
    }
    if (order <= 0) {
      found.rows += 1;
      one = await living.next();
    }
    if (order >= 0) other = await restored.next();
  }
  return found;
}

/** Event by event, in order; another log may have other positions. */
export async function compareLogs({ living, restored }: Sides): Promise<Compared> {
  const found: Compared = { name: 'log', rows: 0, missing: 0, extra: 0, examples: [] };
  const [ones, others] = [living.log()[Symbol.asyncIterator](), restored.log()[Symbol.asyncIterator]()];
  let [one, other] = [await ones.next(), await others.next()];
  for (; !one.done && !other.done; [one, other] = [await ones.next(), await others.next()]) {
    found.rows += 1;
    if (asText(one.value) === asText(other.value)) continue;
    found.missing += 1;
    found.extra += 1;
    if (found.examples.length < EXAMPLES) found.examples.push(`${one.value.stream} ${one.value.version}`);
  }
  for (; !one.done; one = await ones.next()) [found.rows, found.missing] = [found.rows + 1, found.missing + 1];
  for (; !other.done; other = await others.next()) found.extra += 1;
  return found;
}

const asText = ({ stream, version, type, data, metadata }: LoggedEvent): string =>
  JSON.stringify([stream, version, type, data, metadata].map(inOrder));

/** The same whatever order its names were written in. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => [name, inOrder(content)]);
}

/** Every file's place and sum: as it was listed from the living portal, and as it is read again from the restored one. */
export async function compareFiles(listed: readonly FileEntry[], folders: Record<FileEntry['tree'], string>): Promise<Compared> {
  const read = async (file: string) => ({ sha256: await fingerprint(createReadStream(file)), bytes: 0 });
  const { entries } = await walkTrees(treesOf(folders), read, new Map());
  const line = ({ tree, path, sha256, link, modified }: FileEntry) => JSON.stringify([tree, path, link ?? [sha256, modified]]);
  const sorted = async function* (files: readonly FileEntry[]) {
    yield* files.map(line).toSorted(byBytes);
  };
  return compareRows('files', sorted(listed), sorted(entries));
}
