import { createRequire } from 'node:module';
import { status, type ServerDuplexStream } from '@grpc/grpc-js';
import type { Code } from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { proposedEvent, text } from './append.ts';
import { error, touch, type Faults } from './faults.ts';
import { MAX, type ExpectedState, type Log, type ProposedEvent, type Write } from './log.ts';

// uses the client's own copy of the protobuf runtime, since messages of another copy are not compatible
const require = createRequire(import.meta.resolve('@eventstore/db-client'));
const { Any } = require('google-protobuf/google/protobuf/any_pb.js') as typeof import('google-protobuf/google/protobuf/any_pb.js');
const { Empty } = require('google-protobuf/google/protobuf/empty_pb.js') as typeof import('google-protobuf/google/protobuf/empty_pb.js');

interface PendingAppend {
  options: BatchAppendReq.Options;
  proposed: ProposedEvent[];
}

function expectedOf(options: BatchAppendReq.Options): ExpectedState {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : Number(options.getStreamPosition());
}

function success({ revision, position: logPosition }: Write & { tipo: 'scritto' }) {
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(String(logPosition));
  position.setPreparePosition(String(logPosition));
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision(String(revision));
  success.setPosition(position);
  return success;
}

function refusal(write: Exclude<Write, { tipo: 'scritto' }>, options: BatchAppendReq.Options) {
  const details = new Any();
  if (write.tipo === 'troppo-grande') {
    const size = new shared.MaximumAppendSizeExceeded();
    size.setMaxappendsize(MAX);
    details.pack(size.serializeBinary(), 'event_store.client.MaximumAppendSizeExceeded');
  } else {
    const wrong = new shared.WrongExpectedVersion();
    if (write.current === null) wrong.setCurrentNoStream(new Empty());
    else wrong.setCurrentStreamRevision(String(write.current));
    if (options.hasNoStream()) wrong.setExpectedNoStream(new Empty());
    else if (options.hasAny()) wrong.setExpectedAny(new Empty());
    else wrong.setExpectedStreamPosition(options.getStreamPosition());
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  }
  const error = new statusPb.Status();
  error.setCode(status.FAILED_PRECONDITION as number as Code);
  error.setMessage(write.tipo);
  error.setDetails(details);
  return error;
}

function answer({ options, proposed }: PendingAppend, log: Log): BatchAppendResp {
  const response = new streams.BatchAppendResp();
  response.setStreamIdentifier(options.getStreamIdentifier());
  const write = log.write(text(options.getStreamIdentifier()!.getStreamName_asU8()), proposed, expectedOf(options));
  if (write.tipo === 'scritto') response.setSuccess(success(write));
  else response.setError(refusal(write, options));
  return response;
}

/** Handles `Streams.BatchAppend`: one call carries all appends of a client, distinguished by correlation ids. */
export function handleBatchAppend(log: Log, faults: Faults) {
  return (call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>) => {
    const pending = new Map<string, PendingAppend>();
    call.on('data', (message: BatchAppendReq) => {
      if (faults.mute) return;
      const correlation = message.getCorrelationId()!;
      const options = message.getOptions();
      if (options) pending.set(correlation.getString(), { options, proposed: [] });
      const append = pending.get(correlation.getString());
      if (!append) return call.emit('error', error(status.INVALID_ARGUMENT, 'no options'));
      append.proposed.push(...message.getProposedMessagesList().map(proposedEvent));
      if (!message.getIsFinal()) return;
      pending.delete(correlation.getString());
      if (touch(faults, 'toRefuse')) return call.emit('error', error(status.UNAVAILABLE, 'Server Is Not Ready'));
      const response = answer(append, log);
      if (touch(faults, 'answersToLose')) return call.emit('error', error(status.UNAVAILABLE, 'connection lost'));
      response.setCorrelationId(correlation);
      call.write(response);
    });
    call.on('error', () => {});
    call.on('end', () => call.end());
  };
}
