import { Metadata, status, type sendUnaryData, type ServerReadableStream } from '@grpc/grpc-js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp, BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { errore, tocca, type Guasti } from './faults.ts';
import { MASSIMO, type Atteso, type Log, type Proposto, type Scrittura } from './log.ts';

export const testo = (byte: Uint8Array): string => Buffer.from(byte).toString('utf8');

export function proposto(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): Proposto {
  const map = message.getMetadataMap();
  return {
    id: message.getId()!.getString(),
    type: map.get('type')!,
    contentType: map.get('content-type')!,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

function atteso(options: AppendReq.Options): Atteso {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : Number(options.getRevision());
}

function successo({ revision, posizione, ripetuto }: Scrittura & { tipo: 'scritto' }, guasti: Guasti): AppendResp {
  const success = new streams.AppendResp.Success();
  success.setCurrentRevision(String(revision));
  if (ripetuto && guasti.taceLaPosizione) success.setNoPosition(new shared.Empty());
  else {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(posizione));
    position.setPreparePosition(String(posizione));
    success.setPosition(position);
  }
  const response = new streams.AppendResp();
  response.setSuccess(success);
  return response;
}

function versioneSbagliata(attuale: number | null, options: AppendReq.Options): AppendResp {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (attuale === null) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(attuale));
  if (options.hasAny()) wrong.setExpectedAny(new shared.Empty());
  else if (options.hasNoStream()) wrong.setExpectedNoStream(new shared.Empty());
  else if (options.hasStreamExists()) wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedRevision(options.getRevision());
  const response = new streams.AppendResp();
  response.setWrongExpectedVersion(wrong);
  return response;
}

function troppoGrande() {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MASSIMO));
  return { ...errore(status.INVALID_ARGUMENT, `Maximum Append Size of ${MASSIMO} Exceeded.`), metadata };
}

/** `Streams.Append`: one call an append, first the options and then one message an event. */
export function gestisciAppend(log: Log, guasti: Guasti) {
  return (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) => {
    let options: AppendReq.Options | undefined;
    const proposti: Proposto[] = [];
    call.on('data', (message: AppendReq) => {
      if (message.hasOptions()) options = message.getOptions();
      else proposti.push(proposto(message.getProposedMessage()!));
    });
    call.on('error', () => {});
    call.on('end', () => {
      if (guasti.muto || !options) return;
      if (tocca(guasti, 'daRifiutare')) return answer(errore(status.UNAVAILABLE, 'Server Is Not Ready'));
      const stream = testo(options.getStreamIdentifier()!.getStreamName_asU8());
      const scrittura = log.scrivi(stream, proposti, atteso(options));
      if (tocca(guasti, 'risposteDaPerdere')) return answer(errore(status.UNAVAILABLE, 'connection lost'));
      if (scrittura.tipo === 'troppo-grande') return answer(troppoGrande());
      answer(null, scrittura.tipo === 'scritto' ? successo(scrittura, guasti) : versioneSbagliata(scrittura.attuale, options));
    });
  };
}
