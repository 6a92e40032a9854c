import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import type { NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { StoreUnavailable, VersionConflict, type Append, type AppendResult } from '#contracts/ports/event-store.ts';
import { pause, withTimeout } from './timeouts.ts';
import { reusedIds } from './checks.ts';
import { appendError, typeOf } from './eventstoredb-errors.ts';
import type { Connection } from './eventstoredb-read.ts';
import { logPosition } from './eventstoredb-position.ts';
import type { Prefixes } from './prefixes.ts';

interface Tools {
  connection: Connection;
  read(stream: string, ms: number): Promise<StoredEvent[]>;
  prefixes: Prefixes;
}

const idOf = (event: NewEvent): string => event.metadata.eventId.toLowerCase();

/** Returns the result of an earlier append of the same events; null if the stream holds none of them. Throws if only some match. */
function alreadyWritten({ stream, events }: Append, written: readonly StoredEvent[]): AppendResult | null {
  const searched = new Set(events.map(idOf));
  const repeatedEvents = written.filter((event) => searched.has(idOf(event)));
  if (!repeatedEvents.length) return null;
  const same =
    repeatedEvents.length === events.length &&
    repeatedEvents.every((event, i) => idOf(event) === idOf(events[i]!) && event.version === repeatedEvents[0]!.version + i);
  if (!same) throw reusedIds(stream);
  const { version, position } = repeatedEvents.at(-1)!;
  return { version, position };
}

/** Milliseconds before the first poll of the stream while an append has no answer. Each further pause doubles. */
const SILENCE_MS = 150;

/**
 * Polls the stream until it contains the events of `request`, and returns their result; null if `answered` aborts first. EventStoreDB
 * ignores an append that repeats a pending one and sends no response.
 */
async function seenMeanwhile({ read }: Tools, request: Append, answered: AbortSignal): Promise<AppendResult | null> {
  for (let wait = SILENCE_MS; ; wait *= 2) {
    await pause(wait, answered);
    if (answered.aborted) return null;
    const written = await read(request.stream, wait).catch(() => []);
    const result = alreadyWritten(request, written);
    if (result) return result;
  }
}

/** Appends at exactly this version (0: no stream); returns null if the stream has another version. */
async function writeTo(tools: Tools, request: Append, version: number, ms: number): Promise<AppendResult | null> {
  const answered = new AbortController();
  const answer = ask(tools, request, version, ms).finally(() => answered.abort());
  const earlierResult = await Promise.race([
    answer.then(
      () => null,
      () => null,
    ),
    seenMeanwhile(tools, request, answered.signal),
  ]);
  if (!earlierResult) return answer;
  answer.catch(() => {});
  return earlierResult;
}

async function ask(
  { connection: { client, prefix }, read, prefixes }: Tools,
  { stream, events }: Append,
  version: number,
  ms: number,
): Promise<AppendResult | null> {
  const proposed = events.map(({ type, data, metadata }) => jsonEvent({ id: metadata.eventId, type, data, metadata: { ...metadata } }));
  try {
    // the client's deadline begins once it has found a server
    const answer = await withTimeout(
      ms,
      client.appendToStream(prefix + stream, proposed, { expectedRevision: version ? BigInt(version - 1) : NO_STREAM, deadline: ms }),
    );
    const lastVersion = Number(answer.nextExpectedRevision) + 1;
    // a repeated append may be answered without its position
    const position = answer.position
      ? logPosition(answer.position)
      : (await read(stream, ms)).find((event) => event.version === lastVersion)?.position;
    if (!position) throw new StoreUnavailable('EventStoreDB has an append that it does not show yet', { sent: true });
    // an answer to a repeated append may be about an earlier version
    if (lastVersion === version + events.length) prefixes.extend(stream, version, events.map(idOf));
    return { version: lastVersion, position };
  } catch (error) {
    if (typeOf(error) === 'wrong-expected-version') return null;
    throw appendError(error);
  }
}

/**
 * Appends events idempotently. EventStoreDB recognises a repeated append only with the first expected version, or for a short time
 * without one. So the event ids are searched in the known events before the expected version, and otherwise in the stream.
 * Throws `VersionConflict`, or `StoreUnavailable` after `ms` milliseconds.
 */
export async function append(tools: Tools, request: Append, ms: number): Promise<AppendResult> {
  const { stream, events, expected } = request;
  const end = performance.now() + ms;
  const stay = () => Math.max(1, Math.round(end - performance.now()));
  if (expected !== 'any') {
    const version = expected === 'none' ? 0 : expected;
    if (tools.prefixes.without(stream, version, events.map(idOf))) {
      const result = await writeTo(tools, request, version, stay());
      if (result) return result;
    }
  }
  for (;;) {
    const written = await tools.read(stream, stay());
    const before = alreadyWritten(request, written);
    if (before) return before;
    const actual = written.at(-1)?.version ?? 0;
    if (expected !== 'any' && (expected === 'none' ? 0 : expected) !== actual) throw new VersionConflict(stream, expected, actual);
    const result = await writeTo(tools, request, actual, stay());
    if (result) return result;
    if (performance.now() > end) throw new StoreUnavailable(`stream ${stream}: too many writers, no turn in ${ms} ms`);
  }
}
