import { randomUUID } from 'node:crypto';
import { Server, ServerCredentials, status, type ServerWritableStream } from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { gestisciAppend } from './eventstoredb-server/append.ts';
import { gestisciBatchAppend } from './eventstoredb-server/batch-append.ts';
import { gestisciFunzioni, gestisciGossip } from './eventstoredb-server/cluster.ts';
import { errore, nessunGuasto, type Guasti } from './eventstoredb-server/faults.ts';
import { creaLog, type Log } from './eventstoredb-server/log.ts';
import { gestisciRead } from './eventstoredb-server/read.ts';

export interface ServerEventStore {
  /** `esdb://…`, for the real client. */
  url: string;
  log: Log;
  guasti: Guasti;
  /** Events that a real server writes for itself, to be seen by nobody. */
  scriviDiSistema(quanti: number): void;
  /** Ends every subscription; they may begin again at once. Answers how many there were. */
  interrompiSottoscrizioni(codice?: status): number;
  /** Reads that their client left before the end. */
  lettureLasciate(): number;
  /** Gone, connections included; what is recorded stays. */
  spegni(): Promise<void>;
  /** Back, on the same port. */
  riaccendi(): Promise<void>;
  ferma(): Promise<void>;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
}

const diSistema = () => ({ id: randomUUID(), type: 'Result', contentType: 'application/json', data: Buffer.from('{}'), metadata: new Uint8Array() });

/**
 * EventStoreDB as seen from the wire, in this process: made of the client's own service definitions,
 * with the behaviour of the real server where the adapter depends on it. For tests.
 */
export async function avviaServerEventStore(): Promise<ServerEventStore> {
  const log = creaLog();
  const guasti = nessunGuasto();
  const sottoscrizioni = new Set<ServerWritableStream<ReadReq, ReadResp>>();
  let server: Server | undefined;
  let port = 0;
  let lasciate = 0;

  async function riaccendi(): Promise<void> {
    server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    server.addService(StreamsService, { read: gestisciRead(log, sottoscrizioni, () => lasciate++), append: gestisciAppend(log, guasti), batchAppend: gestisciBatchAppend(log, guasti) });
    server.addService(ServerFeaturesService, { getSupportedMethods: gestisciFunzioni() });
    server.addService(GossipService, { read: gestisciGossip(() => port) });
    port = await listen(server, port);
  }

  async function spegni(): Promise<void> {
    server?.forceShutdown();
    server = undefined;
    log.dimentica();
  }

  await riaccendi();
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    log,
    guasti,
    scriviDiSistema(quanti) {
      for (let n = 0; n < quanti; n++) log.scrivi('$projections-$stats', [diSistema()], 'any');
    },
    interrompiSottoscrizioni(codice = status.CANCELLED) {
      const quante = sottoscrizioni.size;
      for (const call of sottoscrizioni) call.emit('error', errore(codice, 'subscription dropped'));
      sottoscrizioni.clear();
      return quante;
    },
    lettureLasciate: () => lasciate,
    spegni,
    riaccendi,
    ferma: spegni,
  };
}
