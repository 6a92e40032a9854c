import { createReadStream } from 'node:fs';
import { fingerprint } from '#services/platform/files/fingerprint.ts';
import type { FileEntry, LoggedEvent } from './manifest.ts';
import type { Snapshot } from './snapshot.ts';
import { UNDER_WAY } from './load-tables.ts';
import { KEPT } from './tables.ts';
import { treesOf, walkTrees } from './trees.ts';

/** Result of comparing one table, the log, or the files. */
export interface PartComparison {
  name: string;
  /** Rows of the living portal's table. */
  rows: number;
  /** Number of living rows that were not restored, or restored with other values. */
  missing: number;
  /** Number of restored rows that the living portal does not have, or has with other values. */
  extra: number;
  /** Some of the missing and extra rows. */
  examples: string[];
}

const EXAMPLES = 3;

export const isEqual = ({ missing, extra }: PartComparison): boolean => missing + extra === 0;

interface Sides {
  living: Snapshot;
  restored: Snapshot;
}

/** Compares the read tables and the kept tables row by row, in all columns. */
export async function compareTables(sides: Sides, readTables: readonly string[]): Promise<PartComparison[]> {
  const { living, restored } = sides;
  const compared: PartComparison[] = [];
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

/** Columns to compare instead of `*`. Jobs hold the whole paths of their files, and the restored portal has other folders. */
const OTHERWISE: Partial<Record<string, string>> = {
  processi: `id, tipo, titolo, status, progresso, messaggio, utente, group_id, nome_file, risultato, correlation_id, tentativi, creato, finito, scade, nascosto, tolto,
    regexp_replace(file, '^.*/', '') as file, cardinality(altri_file) as altri_file`,
};

const anyOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** Conditions that leave rows out. A backup job in progress is not restored. */
const WITHOUT: Partial<Record<string, string>> = {
  processi: ` where not (tipo in (${anyOf(UNDER_WAY.tipo)}) and status in (${anyOf(UNDER_WAY.status)}))`,
};

const byBytes = (a: string, b: string): number => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** Compares two sequences of rows, both sorted bytewise. */
export async function compareRows(name: string, living: AsyncIterator<string>, restored: AsyncIterator<string>): Promise<PartComparison> {
  const comparison: PartComparison = { name, rows: 0, missing: 0, extra: 0, examples: [] };
  const note = (sign: string, row: string): void =>
    void (comparison.examples.length < EXAMPLES && comparison.examples.push(`${sign} ${row}`));
  let [livingRow, restoredRow] = [await living.next(), await restored.next()];
  while (!livingRow.done || !restoredRow.done) {
    const order = livingRow.done ? 1 : restoredRow.done ? -1 : byBytes(livingRow.value, restoredRow.value);
    if (order < 0) {
      comparison.missing += 1;
      note('-', String(livingRow.value));
    }
    if (order > 0) {
      comparison.extra += 1;
      note('+', String(restoredRow.value));
    }
    if (order <= 0) {
      comparison.rows += 1;
      livingRow = await living.next();
    }
    if (order >= 0) restoredRow = await restored.next();
  }
  return comparison;
}

/** Compares two logs event by event, without positions, since another event store assigns its own. */
export async function compareLogs({ living, restored }: Sides): Promise<PartComparison> {
  const comparison: PartComparison = { name: 'log', rows: 0, missing: 0, extra: 0, examples: [] };
  const [livingEvents, restoredEvents] = [living.log()[Symbol.asyncIterator](), restored.log()[Symbol.asyncIterator]()];
  let [livingEvent, restoredEvent] = [await livingEvents.next(), await restoredEvents.next()];
  for (
    ;
    !livingEvent.done && !restoredEvent.done;
    [livingEvent, restoredEvent] = [await livingEvents.next(), await restoredEvents.next()]
  ) {
    comparison.rows += 1;
    if (asText(livingEvent.value) === asText(restoredEvent.value)) continue;
    comparison.missing += 1;
    comparison.extra += 1;
    if (comparison.examples.length < EXAMPLES) comparison.examples.push(`${livingEvent.value.stream} ${livingEvent.value.version}`);
  }
  for (; !livingEvent.done; livingEvent = await livingEvents.next())
    [comparison.rows, comparison.missing] = [comparison.rows + 1, comparison.missing + 1];
  for (; !restoredEvent.done; restoredEvent = await restoredEvents.next()) comparison.extra += 1;
  return comparison;
}

const asText = ({ stream, version, type, data, metadata }: LoggedEvent): string =>
  JSON.stringify([stream, version, type, data, metadata].map(inOrder));

/** Converts objects to sorted lists of entries, so that the order of keys does not matter. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, content]) => [name, inOrder(content)]);
}

/** Compares the path, digest and time of every file: as listed from the living portal, and as read from the restored folders. */
export async function compareFiles(listed: readonly FileEntry[], folders: Record<FileEntry['tree'], string>): Promise<PartComparison> {
  const read = async (file: string) => ({ sha256: await fingerprint(createReadStream(file)), bytes: 0 });
  const { entries } = await walkTrees(treesOf(folders), read, new Map());
  const line = ({ tree, path, sha256, link, modified }: FileEntry) => JSON.stringify([tree, path, link ?? [sha256, modified]]);
  const sorted = async function* (files: readonly FileEntry[]) {
    yield* files.map(line).toSorted(byBytes);
  };
  return compareRows('files', sorted(listed), sorted(entries));
}
