import { Metadata, status, type sendUnaryData, type ServerReadableStream } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { error, touch, type Faults } from './faults.ts';
import { MAX, type ExpectedState, type Log, type ProposedEvent, type Write } from './log.ts';

export const text = (byte: Uint8Array): string => Buffer.from(byte).toString('utf8');

export function proposedEvent(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent {
  const map = message.getMetadataMap();
  return {
    id: message.getId()!.getString(),
    type: map.get('type')!,
    contentType: map.get('content-type')!,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

function expectedOf(options: AppendReq.Options): ExpectedState {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : Number(options.getRevision());
}

function success({ revision, position: logPosition, repeated }: Write & { tipo: 'scritto' }, faults: Faults): AppendResp {
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(revision));
  if (repeated && faults.hidesPosition) success.setNoPosition(new shared.Empty());
  else {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(logPosition));
    position.setPreparePosition(String(logPosition));
    success.setPosition(position);
  }
  const response = new streams.AppendResp();
  response.setSuccess(success);
  return response;
}

function wrongVersion(current: number | null, options: AppendReq.Options): AppendResp {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (current === null) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(current));
  if (options.hasAny()) wrong.setExpectedAny(new shared.Empty());
  else if (options.hasNoStream()) wrong.setExpectedNoStream(new shared.Empty());
  else if (options.hasStreamExists()) wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedRevision(options.getRevision());
  const response = new streams.AppendResp();
  response.setWrongExpectedVersion(wrong);
  return response;
}

function tooLarge() {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX));
  return { ...error(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX} Exceeded.`), metadata };
}

/** Handles `Streams.Append`: one call per append, with a message for the options and one for each event. */
export function handleAppend(log: Log, faults: Faults) {
  return (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) => {
    let options: AppendReq.Options | undefined;
    const proposed: ProposedEvent[] = [];
    call.on('data', (message: AppendReq) => {
      if (message.hasOptions()) options = message.getOptions();
      else proposed.push(proposedEvent(message.getProposedMessage()!));
    });
    call.on('error', () => {});
    call.on('end', () => {
      if (faults.mute || !options) return;
      if (touch(faults, 'toRefuse')) return answer(error(status.UNAVAILABLE, 'Server Is Not Ready'));
      const stream = text(options.getStreamIdentifier()!.getStreamName_asU8());
      const write = log.write(stream, proposed, expectedOf(options));
      if (faults.dropsRepeated && write.tipo === 'scritto' && write.repeated) return;
      if (touch(faults, 'answersToLose')) return answer(error(status.UNAVAILABLE, 'connection lost'));
      if (write.tipo === 'troppo-grande') return answer(tooLarge());
      answer(null, write.tipo === 'scritto' ? success(write, faults) : wrongVersion(write.current, options));
    });
  };
}
