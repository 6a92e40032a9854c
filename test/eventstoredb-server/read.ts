import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { testo } from './append.ts';
import type { Log, Registrato } from './log.ts';

type Chiamata = ServerWritableStream<ReadReq, ReadResp>;
type Filtro = (event: Registrato) => boolean;

const BACKWARDS = 1;
const CREATO = '17000000000000000';

function risposta(event: Registrato): ReadResp {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(event.stream, 'utf8').toString('base64'));
  const id = new shared.UUID();
  id.setString(event.id);
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(id);
  recorded.setStreamIdentifier(identifier);
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.posizione));
  recorded.setPreparePosition(String(event.posizione));
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  recorded.getMetadataMap().set('type', event.type).set('content-type', event.contentType).set('created', CREATO);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(recorded);
  read.setCommitPosition(String(event.posizione));
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
}

function nonTrovato(name: Uint8Array): ReadResp {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(name);
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifier);
  const response = new streams.ReadResp();
  response.setStreamNotFound(missing);
  return response;
}

function filtro(options: ReadReq.Options): Filtro {
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

/** Writes as fast as the client reads; false when it is gone. */
async function scrivi(call: Chiamata, response: ReadResp): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false;
  if (call.write(response)) return true;
  const gone = new AbortController();
  const stop = () => gone.abort();
  call.once('cancelled', stop);
  await once(call, 'drain', { signal: gone.signal }).catch(() => {});
  call.off('cancelled', stop);
  return !gone.signal.aborted;
}

/** What a read that ends selects, in its order. */
function scelti(log: Log, options: ReadReq.Options, events: readonly Registrato[]): Registrato[] {
  const backwards = options.getReadDirection() === (BACKWARDS as ReadReq.Options.ReadDirection);
  const stream = options.getStream();
  const all = options.getAll();
  let kept = events.filter(filtro(options));
  if (stream?.hasRevision()) kept = kept.filter(({ revision }) => (backwards ? revision <= Number(stream.getRevision()) : revision >= Number(stream.getRevision())));
  const position = all?.getPosition();
  if (position) {
    const from = BigInt(position.getCommitPosition());
    // backwards a position stands before its event, forwards too
    kept = kept.filter(({ posizione }) => (backwards ? posizione < from : posizione >= from));
  }
  if ((stream?.hasStart() || all?.hasStart()) && backwards) kept = [];
  if ((stream?.hasEnd() || all?.hasEnd()) && !backwards) kept = [];
  if (backwards) kept.reverse();
  return kept.slice(0, Number(options.getCount()));
}

/** False when the client left before the end. */
async function leggi(log: Log, call: Chiamata, options: ReadReq.Options): Promise<boolean> {
  const name = options.getStream()?.getStreamIdentifier()?.getStreamName_asU8();
  const events = name ? log.flusso(testo(name)) : log.eventi;
  if (name && !events.length) await scrivi(call, nonTrovato(name));
  for (const event of scelti(log, options, events)) if (!(await scrivi(call, risposta(event)))) return false;
  call.end();
  return true;
}

/** Where a subscription begins: behind its position, which it does not get again. */
function inizio(log: Log, options: ReadReq.Options): number {
  const all = options.getAll()!;
  const position = all.getPosition();
  if (!position) return all.hasEnd() ? log.eventi.length : 0;
  const from = BigInt(position.getCommitPosition());
  const next = log.eventi.findIndex(({ posizione }) => posizione > from);
  return next < 0 ? log.eventi.length : next;
}

async function sottoscrivi(log: Log, call: Chiamata, options: ReadReq.Options): Promise<void> {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(crypto.randomUUID());
  const confirmed = new streams.ReadResp();
  confirmed.setConfirmation(confirmation);
  await scrivi(call, confirmed);
  const accetta = filtro(options);
  let next = inizio(log, options);
  let sveglia = () => {};
  const smetti = log.ascolta(() => sveglia());
  call.once('cancelled', () => sveglia());
  while (!call.cancelled && !call.destroyed) {
    const event = log.eventi[next];
    if (!event) {
      await new Promise<void>((resolve) => (sveglia = resolve));
      continue;
    }
    next++;
    if (accetta(event) && !(await scrivi(call, risposta(event)))) break;
  }
  smetti();
}

/** `Streams.Read`: a stream or the whole log, either way, or a subscription to the whole log. */
export function gestisciRead(log: Log, sottoscrizioni: Set<Chiamata>, lasciata: () => void) {
  return (call: Chiamata) => {
    const options = call.request.getOptions()!;
    call.on('error', () => {});
    if (!options.hasSubscription()) return void leggi(log, call, options).then((intera) => (intera ? undefined : lasciata()));
    sottoscrizioni.add(call);
    call.once('close', () => sottoscrizioni.delete(call));
    void sottoscrivi(log, call, options).finally(() => sottoscrizioni.delete(call));
  };
}
