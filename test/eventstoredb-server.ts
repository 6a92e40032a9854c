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
import { handleRead, sentEventCount } from './eventstoredb-server/read.ts';

export interface ServerEventStore {
  /** Connection string `esdb://…` for the real client. */
  url: string;
  log: Log;
  faults: Faults;
  /** Writes system events, which a real server writes and clients must filter out. */
  writeSystem(count: number): void;
  /** Ends every subscription with an error and returns their number. Clients may subscribe again at once. */
  breakSubscriptions(code?: status): number;
  /** Returns the number of events sent to readers and subscribers so far. */
  sent(): number;
  /** Returns the number of reads that clients cancelled before the end. */
  readsLeft(): number;
  /** Stops the server and breaks all connections; the log stays. */
  stop(): Promise<void>;
  /** Starts the server again on the same port. */
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
 * Starts a simulated EventStoreDB in this process, for specs. It speaks the client's gRPC protocol and imitates the real server's behaviour
 * on which the adapter depends.
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
    sent: sentEventCount,
    readsLeft: () => left,
    stop,
    restart: resume,
    shutdown: stop,
  };
}
