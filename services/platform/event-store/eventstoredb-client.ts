import { connectivityState, type Channel } from '@grpc/grpc-js';
import { EventStoreDBClient } from '@eventstore/db-client';

/** Private members of the client, version 6.2.1. */
interface ClientInternals {
  supports: () => Promise<boolean>;
  throwOnAppendFailure: boolean;
  getChannel(): Promise<Channel>;
}

const internalsOf = (client: EventStoreDBClient): ClientInternals => client as unknown as ClientInternals;

/**
 * Creates a client that uses a call for each append (`Append`) instead of a shared stream (`BatchAppend`). The shared stream has no
 * deadline. Version 6.2.1 also keeps pending appends in one table for all streams. So the end of one stream loses the appends of another,
 * and their answers then throw an uncaught error.
 */
function createClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const internals = internalsOf(client);
  // with throwOnAppendFailure=false a refused append looks like an accepted one
  if (!internals.throwOnAppendFailure) throw new Error('EVENTSTORE_URL must not set throwOnAppendFailure=false');
  internals.supports = async () => false;
  return client;
}

/** Ends pending calls and closes the connection, which `dispose` alone leaves open. */
async function discard(client: EventStoreDBClient): Promise<void> {
  const channel = internalsOf(client).getChannel();
  // a client that is still looking for its server has no channel to close; the search ends with a timeout
  void channel.then((open) => open.close()).catch(() => undefined);
  await client.dispose();
}

/** Client that is replaced when the server does not answer, since gRPC waits for a server's first answer without a timeout. */
export interface RenewableClient {
  current(): EventStoreDBClient;
  /** Replaces a client that got no answer; does nothing if that client was replaced already. */
  replace(silent: EventStoreDBClient): void;
  /** Counts the connections that broke so far. */
  broken(): number;
  close(): Promise<void>;
}

/** Calls `broke` whenever the channel loses an established connection, until the channel is closed. */
function watchConnection(channel: Channel, broke: () => void): void {
  const state = channel.getConnectivityState(false);
  if (state === connectivityState.SHUTDOWN) return;
  channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () => {
    if (state === connectivityState.READY) broke();
    watchConnection(channel, broke);
  });
}

/** Creates a client for a connection string (`esdb://…`) that can be replaced while calls are pending. */
export function renewableClient(url: string): RenewableClient {
  let client = createClient(url);
  let closed = false;
  let broken = 0;
  const watched = new WeakSet<Channel>();

  /** Watches the client's current channel. Called on each use, since a client may replace a failed channel. */
  function watch(current: EventStoreDBClient): void {
    const watchChannel = (channel: Channel): void => {
      if (watched.has(channel)) return;
      watched.add(channel);
      watchConnection(channel, () => broken++);
    };
    internalsOf(current)
      .getChannel()
      .then(watchChannel, () => undefined);
  }

  return {
    current() {
      watch(client);
      return client;
    },
    broken: () => broken,
    replace(silent) {
      if (closed || silent !== client) return;
      client = createClient(url);
      broken++;
      discard(silent).catch(() => undefined);
    },
    async close() {
      closed = true;
      await discard(client);
    },
  };
}
