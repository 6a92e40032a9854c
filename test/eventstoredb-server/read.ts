import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { text } from './append.ts';
import type { Log, RecordedEvent } from './log.ts';

type Call = ServerWritableStream<ReadReq, ReadResp>;
type Filter = (event: RecordedEvent) => boolean;

const BACKWARDS = 1;
const CREATED = '17000000000000000';

function answer(event: RecordedEvent): ReadResp {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(event.stream, 'utf8').toString('base64'));
  const id = new shared.UUID();
  id.setString(event.id);
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(identifier);
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.position));
  recorded.setPreparePosition(String(event.position));
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', CREATED);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(recorded);
  read.setCommitPosition(String(event.position));
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
}

function notFound(name: Uint8Array): ReadResp {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(name);
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifier);
  const response = new streams.ReadResp();
  response.setStreamNotFound(missing);
  return response;
}

function filter(options: ReadReq.Options): Filter {
  const filter = options.getFilter();
  if (!filter) return () => true;
  const onStream = filter.hasStreamIdentifier();
  const expression = (onStream ? filter.getStreamIdentifier() : filter.getEventType())!;
  const regex = expression.getRegex() ? new RegExp(expression.getRegex()) : null;
  return (event) => {
    const text = onStream ? event.stream : event.type;
    return regex ? regex.test(text) : expression.getPrefixList().some((prefix) => text.startsWith(prefix));
  };
}

let sentEvents = 0;
/** Returns the number of events that the servers of this process sent to readers and subscribers. */
export const sentEventCount = (): number => sentEvents;

/** Writes a response and waits until the client has read enough; returns false if the client is gone. */
async function write(call: Call, response: ReadResp): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false;
  if (response.hasEvent()) sentEvents++;
  if (call.write(response)) return true;
  const gone = new AbortController();
  const stop = () => gone.abort();
  call.once('cancelled', stop);
  await once(call, 'drain', { signal: gone.signal }).catch(() => {});
  call.off('cancelled', stop);
  return !gone.signal.aborted;
}

/** Selects the events of a finite read, in its order. */
function selectEvents(log: Log, options: ReadReq.Options, events: readonly RecordedEvent[]): RecordedEvent[] {
  const backwards = options.getReadDirection() === (BACKWARDS as ReadReq.Options.ReadDirection);
  const stream = options.getStream();
  const all = options.getAll();
  let kept = events.filter(filter(options));
  if (stream?.hasRevision())
    kept = kept.filter(({ revision }) => (backwards ? revision <= Number(stream.getRevision()) : revision >= Number(stream.getRevision())));
  const position = all?.getPosition();
  if (position) {
    const from = BigInt(position.getCommitPosition());
    // a position lies before its event: reading forwards includes that event, reading backwards does not
    kept = kept.filter(({ position }) => (backwards ? position < from : position >= from));
  }
  if ((stream?.hasStart() || all?.hasStart()) && backwards) kept = [];
  if ((stream?.hasEnd() || all?.hasEnd()) && !backwards) kept = [];
  if (backwards) kept.reverse();
  return kept.slice(0, Number(options.getCount()));
}

/** Answers a finite read; returns false if the client left before the end. */
async function read(log: Log, call: Call, options: ReadReq.Options): Promise<boolean> {
  const name = options.getStream()?.getStreamIdentifier()?.getStreamName_asU8();
  const events = name ? log.stream(text(name)) : log.events;
  if (name && !events.length) await write(call, notFound(name));
  for (const event of selectEvents(log, options, events)) if (!(await write(call, answer(event)))) return false;
  call.end();
  return true;
}

/** Returns the index of the first event of a subscription: the first after its position. */
function start(log: Log, options: ReadReq.Options): number {
  const all = options.getAll()!;
  const position = all.getPosition();
  if (!position) return all.hasEnd() ? log.events.length : 0;
  const from = BigInt(position.getCommitPosition());
  const next = log.events.findIndex(({ position }) => position > from);
  return next < 0 ? log.events.length : next;
}

async function subscribe(log: Log, call: Call, options: ReadReq.Options): Promise<void> {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(crypto.randomUUID());
  const confirmed = new streams.ReadResp();
  confirmed.setConfirmation(confirmation);
  await write(call, confirmed);
  const accetta = filter(options);
  let next = start(log, options);
  let wake = () => {};
  const stop = log.listen(() => wake());
  call.once('cancelled', () => wake());
  while (!call.cancelled && !call.destroyed) {
    const event = log.events[next];
    if (!event) {
      await new Promise<void>((resolve) => (wake = resolve));
      continue;
    }
    next++;
    if (accetta(event) && !(await write(call, answer(event)))) break;
  }
  stop();
}

/** Handles `Streams.Read`: reads of a stream or the whole log in either direction, and subscriptions to the whole log. */
export function handleRead(log: Log, subscriptions: Set<Call>, left: () => void) {
  return (call: Call) => {
    const options = call.request.getOptions()!;
    call.on('error', () => {});
    if (!options.hasSubscription()) return void read(log, call, options).then((whole) => (whole ? undefined : left()));
    subscriptions.add(call);
    call.once('close', () => subscriptions.delete(call));
    void subscribe(log, call, options).finally(() => subscriptions.delete(call));
  };
}
