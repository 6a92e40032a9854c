import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Group } from '#contracts/core/groups.ts';
import type { References } from '#contracts/core/references.ts';
import { api, ApiError } from '../lib/api-client.ts';
import type { ListState } from '../ui/grid/list-state.ts';
import { allPages, type PageProgress } from './all-pages.ts';
import { dayOfMoment } from './list/past/moment.ts';
import { seenOn, type Row, type RowOf } from './row.ts';
import { registerKeys } from './keys.ts';

/** Filters of a list request: conditions on fields, and named sets. */
export type Filters = Readonly<Record<string, unknown>>;

export interface ListQuery {
  pagina: number;
  righe: number;
  ordina: string;
  cerca: string;
  filtri: Filters;
  /** Day or ISO instant: the rows as they stood then. */
  al?: string | undefined;
}

export interface Page<R = Row> {
  data: R[];
  totale: number;
}

export function listQuery(state: ListState, filters: Filters): ListQuery {
  return { pagina: state.pagina, righe: state.righe, ordina: state.ordina, cerca: state.cerca, filtri: filters, ...atMoment(state) };
}

/** Returns the part of a request that names its moment. */
export const atMoment = ({ al }: { al?: string | undefined }): { al?: string } => (al === undefined ? {} : { al });

export function listOptions<D extends AnyRegister>(def: D, query: ListQuery) {
  return queryOptions({
    queryKey: registerKeys.list(def.path, query),
    queryFn: ({ signal }) => fetchPage(def, query, signal),
    placeholderData: keepPreviousData,
  });
}

/** Reads a page. Rows as of an instant carry the day on which their deadlines are judged. */
async function fetchPage<D extends AnyRegister>(
  def: D,
  { pagina, righe, ordina, cerca, filtri, al }: ListQuery,
  signal?: AbortSignal,
): Promise<Page<RowOf<D>>> {
  const page = await api.get<Page<RowOf<D>>>(`/api/${def.path}`, {
    query: {
      pagina,
      righe,
      ordina,
      ...(cerca.trim() ? { cerca: cerca.trim() } : {}),
      ...(Object.keys(filtri).length > 0 ? { filtri: JSON.stringify(filtri) } : {}),
      ...atMoment({ al }),
    },
    signal,
  });
  if (al === undefined) return page;
  const day = dayOfMoment(al);
  return { ...page, data: page.data.map((row) => seenOn(row, day)) };
}

/** Query for the groups of a list's rows by the values of the field `per`. */
export function groupsOptions(def: AnyRegister, { per, cerca, filtri, al }: Pick<ListQuery, 'cerca' | 'filtri' | 'al'> & { per: string }) {
  return queryOptions({
    queryKey: registerKeys.list(def.path, { per, cerca, filtri, ...atMoment({ al }) }),
    queryFn: ({ signal }) =>
      api.get<{ data: Group[]; totale: number }>(`/api/${def.path}/gruppi`, {
        query: {
          per,
          ...(cerca.trim() ? { cerca: cerca.trim() } : {}),
          ...(Object.keys(filtri).length > 0 ? { filtri: JSON.stringify(filtri) } : {}),
          ...atMoment({ al }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** Reads all filtered rows, page by page. */
export function fetchAll<D extends AnyRegister>(def: D, query: ListQuery, onProgress?: PageProgress): Promise<RowOf<D>[]> {
  return allPages((page, rows) => fetchPage(def, { ...query, pagina: page, righe: rows }), onProgress);
}

/** Query for all rows of a small list, or of a record's children. */
export function allOptions<D extends AnyRegister>(def: D, filtri: Filters = {}, ordina: string = def.list.sort) {
  return queryOptions({
    queryKey: registerKeys.list(def.path, { tutti: filtri, ordina }),
    queryFn: () => fetchAll(def, { pagina: 1, righe: 1, ordina, cerca: '', filtri }),
    staleTime: 30_000,
  });
}

/** Query for one record; `null` if there is none with this key. */
export function oneOptions<D extends AnyRegister>(def: D, key: string) {
  return queryOptions({
    queryKey: registerKeys.one(def.path, key),
    queryFn: ({ signal }) => fetchOne(def, key, signal),
  });
}

export async function fetchOne<D extends AnyRegister>(def: D, key: string, signal?: AbortSignal): Promise<RowOf<D> | null> {
  try {
    const { data } = await api.get<{ data: RowOf<D>[] }>(`/api/${def.path}`, { query: { chiave: key }, signal });
    return data[0] ?? null;
  } catch (error) {
    // 400: the text in the address cannot be a key of this register
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

export function referencesOptions(def: AnyRegister, key: string) {
  return queryOptions({
    queryKey: registerKeys.references(def.path, key),
    queryFn: async ({ signal }) =>
      (await api.get<{ data: References }>('/api/riferimenti', { query: { tabella: def.path, id: key }, signal })).data,
    staleTime: 0,
  });
}

export interface WriteResult {
  key: string;
  version: number;
  /** The write is stored on the device and not yet sent to the portal. */
  keptOnDevice?: boolean;
}

interface WriteAnswer {
  versione: number;
  trattenuto?: boolean;
}
const writtenOf = (key: string, { versione, trattenuto }: WriteAnswer): WriteResult => ({
  key,
  version: versione,
  ...(trattenuto ? { keptOnDevice: true } : {}),
});

interface SaveOptions {
  /** Idempotency key: one per action of the person, so that a repeated attempt never writes twice. */
  idempotencyKey: string;
  /** See `WriteOptions`. */
  waits?: boolean;
  correlationId?: string;
}

export async function createRecord(def: AnyRegister, values: Values, options: SaveOptions): Promise<WriteResult> {
  const { message } = await api.post<{ message: { insertId: string | number } & WriteAnswer }>(
    `/api/${def.path}`,
    { [def.bodyKey]: values },
    options,
  );
  return writtenOf(String(message.insertId), message);
}

/** Change of a record: only the changed fields, and the version as read. */
interface RecordChanges {
  key: string;
  changes: Values;
  version: number;
}

export async function updateRecord(def: AnyRegister, { key, changes, version }: RecordChanges, options: SaveOptions): Promise<WriteResult> {
  const body = { [def.bodyKey]: { ...changes, [def.key.field]: keyValue(def, key) } };
  const { message } = await api.put<{ message: WriteAnswer }>(`/api/${def.path}`, body, {
    ifMatch: version,
    ...options,
  });
  return writtenOf(key, message);
}

/** Name under which a deletion sends the key. */
const deleteName = (def: AnyRegister) => (def.key.kind === 'natural' ? def.key.field : 'id');

export async function deleteRecord(def: AnyRegister, key: string, version: number): Promise<void> {
  await api.del(`/api/${def.path}`, { [deleteName(def)]: keyValue(def, key) }, { ifMatch: version });
}

/** Deletes several records: all or none. */
export async function deleteRecords(def: AnyRegister, keys: readonly string[]): Promise<void> {
  await api.del(`/api/${def.path}`, { [deleteName(def)]: keys.map((key) => keyValue(def, key)) });
}

/** Brings back records that were just deleted: all or none. */
export async function bringBackRecords(def: AnyRegister, keys: readonly string[], idempotencyKey: string): Promise<void> {
  await api.post('/api/storico/riporta', { tabella: def.path, ids: keys.map((key) => keyValue(def, key)) }, { idempotencyKey });
}

/** Invalidates, after a write, the lists, selectors, histories and counts that may show the record. */
export function refresh(client: QueryClient, def: AnyRegister): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: registerKeys.all(def.path) }),
    client.invalidateQueries({ queryKey: ['storico'] }),
    client.invalidateQueries({ queryKey: ['riferimenti'] }),
  ]);
}

function keyValue(def: AnyRegister, key: string): string | number {
  return def.key.kind === 'sequence' ? Number(key) : key;
}
