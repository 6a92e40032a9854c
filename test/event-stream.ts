import { expect, vi } from 'vitest';
import { streamParser } from '#contracts/modules/novita/stream-parser.ts';

/** A stream of `GET api/eventi`, with what it has told so far. */
export interface TestStream {
  status: number;
  headers: Headers;
  /** Data of the unnamed events. */
  changes: Record<string, unknown>[];
  /** Names and data of the other events. */
  named: { name: string; data: Record<string, unknown> }[];
  /** Raw text, comments included. */
  text(): string;
  lastId(): string | undefined;
  retryMs(): number | undefined;
  ended(): boolean;
  /** Resolves when a change has this table and id. */
  hears(tabella: string, id: string | number): Promise<Record<string, unknown>>;
  close(): void;
}

const PATIENCE = { timeout: 15_000, interval: 20 };

/** Opens a stream with a person's token. */
export async function openTestStream(base: string, token: string, after?: string): Promise<TestStream> {
  const cut = new AbortController();
  const answer = await fetch(`${base}/api/eventi`, {
    headers: { authorization: `Bearer ${token}`, ...(after === undefined ? {} : { 'last-event-id': after }) },
    signal: cut.signal,
  });
  const stream = {
    changes: [] as Record<string, unknown>[],
    named: [] as { name: string; data: Record<string, unknown> }[],
    text: '',
    id: undefined as string | undefined,
    retry: undefined as number | undefined,
    ended: false,
  };
  const feed = streamParser({
    event: ({ name, data }) => {
      const read = JSON.parse(data) as Record<string, unknown>;
      if (name === 'message') stream.changes.push(read);
      else stream.named.push({ name, data: read });
    },
    position: (id) => (stream.id = id),
    retry: (ms) => (stream.retry = ms),
  });
  const reading = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const piece of answer.body ?? []) {
      const text = decoder.decode(piece, { stream: true });
      stream.text += text;
      feed(text);
    }
  };
  if (answer.ok) {
    reading()
      .catch(() => undefined)
      .finally(() => (stream.ended = true));
    await vi.waitFor(() => expect(stream.text !== '' || stream.ended).toBe(true), PATIENCE);
  } else await answer.body?.cancel();
  const find = (tabella: string, id: string | number) => stream.changes.findLast((one) => one['tabella'] === tabella && one['id'] === id);
  return {
    status: answer.status,
    headers: answer.headers,
    changes: stream.changes,
    named: stream.named,
    text: () => stream.text,
    lastId: () => stream.id,
    retryMs: () => stream.retry,
    ended: () => stream.ended,
    async hears(tabella, id) {
      await vi.waitFor(() => expect(stream.changes).toContainEqual(expect.objectContaining({ tabella, id })), PATIENCE);
      return find(tabella, id)!;
    },
    close: () => cut.abort(),
  };
}
