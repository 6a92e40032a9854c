import { randomUUID } from 'node:crypto';
import { Server, ServerCredentials, status, type ServerWritableStream } from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { handleAppend } from './eventstoredb-server/append.ts';
import { handleBatchAppend } from './eventstoredb-server/batch-append.ts';
import { handleFunctions, handleGossip } from './eventstoredb-server/cluster.ts';
import { error, noFault, type Faults } from './eventstoredb-server/faults.ts';
import { createLog, type Log } from './eventstoredb-server/log.ts';
import { handleRead, sent } from './eventstoredb-server/read.ts';

export interface ServerEventStore {
  /** `esdb://…`, for the real client. */
  url: string;
  log: Log;
  faults: Faults;
  /** Events that a real server writes for itself, to be seen by nobody. */
  writeSystem(count: number): void;
  /** Ends every subscription; they may begin again at once. Answers how many there were. */
  breakSubscriptions(code?: status): number;
  /** Events sent to readers and subscribers so far. */
  sent(): number;
  /** Reads that their client left before the end. */
  readsLeft(): number;
  /** Gone, connections included; what is recorded stays. */
  stop(): Promise<void>;
  /** Back, on the same port. */
  restart(): Promise<void>;
  shutdown(): Promise<void>;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound)));
  });
}

const isSystem = () => ({
  id: randomUUID(),
  type: 'Result',
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: new Uint8Array(),
});

/**
 * EventStoreDB as seen from the wire, in this process: made of the client's own service definitions,
 * with the behaviour of the real server where the adapter depends on it. For tests.
 */
export async function startEventStoreServer(): Promise<ServerEventStore> {
  const log = createLog();
  const faults = noFault();
  const subscriptions = new Set<ServerWritableStream<ReadReq, ReadResp>>();
  let server: Server | undefined;
  let port = 0;
  let left = 0;

  async function resume(): Promise<void> {
    server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    server.addService(StreamsService, {
      read: handleRead(log, subscriptions, () => left++),
      append: handleAppend(log, faults),
      batchAppend: handleBatchAppend(log, faults),
    });
    server.addService(ServerFeaturesService, { getSupportedMethods: handleFunctions() });
    server.addService(GossipService, { read: handleGossip(() => port) });
    port = await listen(server, port);
  }

  async function stop(): Promise<void> {
    server?.forceShutdown();
    server = undefined;
    log.forget();
  }

  await resume();
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    log,
    faults,
    writeSystem(count) {
      for (let n = 0; n < count; n++) log.write('$projections-$stats', [isSystem()], 'any');
    },
    breakSubscriptions(code = status.CANCELLED) {
      const count = subscriptions.size;
      for (const call of subscriptions) call.emit('error', error(code, 'subscription dropped'));
      subscriptions.clear();
      return count;
    },
    sent,
    readsLeft: () => left,
    stop,
    restart: resume,
    shutdown: stop,
  };
}
