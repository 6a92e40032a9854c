import { createRequire } from 'node:module';
import { status, type ServerDuplexStream } from '@grpc/grpc-js';
import type { Code } from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { proposto, testo } from './append.ts';
import { errore, tocca, type Guasti } from './faults.ts';
import { MASSIMO, type Atteso, type Log, type Proposto, type Scrittura } from './log.ts';

// the very protobuf runtime that the client's messages are made with
const require = createRequire(import.meta.resolve('@eventstore/db-client'));
const { Any } = require('google-protobuf/google/protobuf/any_pb.js') as typeof import('google-protobuf/google/protobuf/any_pb.js');
const { Empty } = require('google-protobuf/google/protobuf/empty_pb.js') as typeof import('google-protobuf/google/protobuf/empty_pb.js');

interface InCorso {
  options: BatchAppendReq.Options;
  proposti: Proposto[];
}

function atteso(options: BatchAppendReq.Options): Atteso {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : Number(options.getStreamPosition());
}

function successo({ revision, posizione }: Scrittura & { tipo: 'scritto' }) {
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(String(posizione));
  position.setPreparePosition(String(posizione));
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision(String(revision));
  success.setPosition(position);
  return success;
}

function rifiuto(scrittura: Exclude<Scrittura, { tipo: 'scritto' }>, options: BatchAppendReq.Options) {
  const details = new Any();
  if (scrittura.tipo === 'troppo-grande') {
    const size = new shared.MaximumAppendSizeExceeded();
    size.setMaxappendsize(MASSIMO);
    details.pack(size.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  } else {
    const wrong = new shared.WrongExpectedVersion();
    if (scrittura.attuale === null) wrong.setCurrentNoStream(new Empty());
    else wrong.setCurrentStreamRevision(String(scrittura.attuale));
    if (options.hasNoStream()) wrong.setExpectedNoStream(new Empty());
    else if (options.hasAny()) wrong.setExpectedAny(new Empty());
    else wrong.setExpectedStreamPosition(options.getStreamPosition());
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  }
  const error = new statusPb.Status();
  error.setCode(status.FAILED_PRECONDITION as number as Code);
  error.setMessage(scrittura.tipo);
  error.setDetails(details);
  return error;
}

function rispondi({ options, proposti }: InCorso, log: Log): BatchAppendResp {
  const response = new streams.BatchAppendResp();
  response.setStreamIdentifier(options.getStreamIdentifier());
  const scrittura = log.scrivi(testo(options.getStreamIdentifier()!.getStreamName_asU8()), proposti, atteso(options));
  if (scrittura.tipo === 'scritto') response.setSuccess(successo(scrittura));
  else response.setError(rifiuto(scrittura, options));
  return response;
}

/** `Streams.BatchAppend`: every append of a client on one call, told apart by correlation ids. */
export function gestisciBatchAppend(log: Log, guasti: Guasti) {
  return (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => {
    const inCorso = new Map<string, InCorso>();
    call.on('data', (message: BatchAppendReq) => {
      if (guasti.muto) return;
      const correlation = message.getCorrelationId()!;
      const options = message.getOptions();
      if (options) inCorso.set(correlation.getString(), { options, proposti: [] });
      const append = inCorso.get(correlation.getString());
      if (!append) return call.emit('error', errore(status.INVALID_ARGUMENT, 'no options'));
      append.proposti.push(...message.getProposedMessagesList().map(proposto));
      if (!message.getIsFinal()) return;
      inCorso.delete(correlation.getString());
      if (tocca(guasti, 'daRifiutare')) return call.emit('error', errore(status.UNAVAILABLE, 'Server Is Not Ready'));
      const response = rispondi(append, log);
      if (tocca(guasti, 'risposteDaPerdere')) return call.emit('error', errore(status.UNAVAILABLE, 'connection lost'));
      response.setCorrelationId(correlation);
      call.write(response);
    });
    call.on('error', () => {});
    call.on('end', () => call.end());
  };
}
