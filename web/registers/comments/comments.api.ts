import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { detailHref } from '#contracts/core/record-address.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Mentionable, RecordComment } from '#contracts/core/comments.ts';
import { api } from '#web/lib/api-client.ts';

/** A record that can have comments. */
export interface CommentedRecord {
  tabella: string;
  record: string;
}

interface CommentsPage {
  data: RecordComment[];
  totale: number;
}

/** Text and day of a comment, as a person writes them. */
export interface CommentText {
  testo: string;
  ricordami: string | null;
}

const ROWS = 50;

/** Query keys of comments; the first is the prefix of all of one record. */
const commentKeys = {
  of: ({ tabella, record }: CommentedRecord) => ['commenti', tabella, record] as const,
  count: (record: CommentedRecord) => [...commentKeys.of(record), 'quanti'] as const,
  list: (record: CommentedRecord) => [...commentKeys.of(record), 'elenco'] as const,
  people: (record: CommentedRecord) => ['commenti-persone', record.tabella, record.record] as const,
};

export const commentsKey = commentKeys.of;

const readPage = (
  record: CommentedRecord,
  { page, rows, signal }: { page: number; rows: number; signal: AbortSignal },
): Promise<CommentsPage> => api.get<CommentsPage>('/api/commenti', { query: { ...record, pagina: page, righe: rows }, signal });

/** Query for the number of a record's comments. */
export const commentCountOptions = (record: CommentedRecord) =>
  queryOptions({
    queryKey: commentKeys.count(record),
    queryFn: async ({ signal }) => (await readPage(record, { page: 1, rows: 1, signal })).totale,
    retry: false,
  });

/** Query for the comments of a record, oldest first, a page at a time. */
export const commentsOptions = (record: CommentedRecord) =>
  infiniteQueryOptions({
    queryKey: commentKeys.list(record),
    queryFn: ({ pageParam, signal }) => readPage(record, { page: pageParam, rows: ROWS, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ totale }, pages) => (pages.length * ROWS < totale ? pages.length + 1 : undefined),
    select: ({ pages }) => ({ comments: onlyOnce(pages.flatMap(({ data }) => data)), total: pages.at(-1)?.totale ?? 0 }),
  });

/** Removes repeated comments: one deleted between two requests shifts the pages. */
const onlyOnce = (comments: readonly RecordComment[]): RecordComment[] => [...new Map(comments.map((one) => [one.id, one])).values()];

/** Query for the users whom a comment of the record can mention. */
export const peopleOptions = (record: CommentedRecord) =>
  queryOptions({
    queryKey: commentKeys.people(record),
    queryFn: async ({ signal }) => (await api.get<{ data: Mentionable[] }>('/api/commenti/persone', { query: { ...record }, signal })).data,
    staleTime: 60_000,
  });

interface WrittenAnswer {
  message: { senza_avviso?: string[] };
}

/** Adds a comment. Resolves to the names in its text that get no notice. */
export async function addComment(record: CommentedRecord, text: CommentText, idempotencyKey: string): Promise<string[]> {
  const { message } = await api.post<WrittenAnswer>(
    '/api/commenti',
    { commento: { ...record, ...text } },
    { idempotencyKey, waits: false },
  );
  return message.senza_avviso ?? [];
}

/** Changes a comment as it was read. Resolves to the names in its text that get no notice. */
export async function changeComment({ id, versione }: RecordComment, text: CommentText, idempotencyKey: string): Promise<string[]> {
  const options = { ifMatch: versione, idempotencyKey, waits: false };
  const { message } = await api.put<WrittenAnswer>('/api/commenti', { commento: { id, ...text } }, options);
  return message.senza_avviso ?? [];
}

export const deleteComment = ({ id, versione }: RecordComment): Promise<unknown> =>
  api.del('/api/commenti', { id }, { ifMatch: versione, waits: false });

/** Brings back a comment that the person has just deleted. */
export const bringBackComment = ({ id }: RecordComment): Promise<unknown> =>
  api.post('/api/storico/riporta', { tabella: 'commenti', ids: [id] }, { waits: false });

/** Returns the address of a record's screen with its COMMENTI open. */
export const commentsHref = (def: AnyRegister, key: string | number): string => withComments(detailHref(def, key));

/** Adds to the address of a record's screen that its COMMENTI are open. */
export const withComments = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}commenti=1`;

export const opensComments = (search: string): boolean => new URLSearchParams(search).get('commenti') === '1';
