import { connectivityState, type Channel } from '@grpc/grpc-js';
import { EventStoreDBClient } from '@eventstore/db-client';

/** The members of the client that its types hide: version 6.2.1. */
interface ClientInternals {
  supports: () => Promise<boolean>;
  throwOnAppendFailure: boolean;
  getChannel(): Promise<Channel>;
}

const internalsOf = (client: EventStoreDBClient): ClientInternals => client as unknown as ClientInternals;

/**
 * Creates a client that appends one call at a time (`Append`) rather than on a shared one (`BatchAppend`):
 * the shared one has no deadline of its own, and version 6.2.1 keeps the appends in flight in one
 * table for all its calls, so the end of one call loses those of another and then throws, uncaught,
 * at their answers.
 */
function createClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const internals = internalsOf(client);
  // with it off a refused append looks like one that was accepted
  if (!internals.throwOnAppendFailure) throw new Error('EVENTSTORE_URL must not set throwOnAppendFailure=false');
  internals.supports = async () => false;
  return client;
}

/** Ends the calls under way and closes the connection, which `dispose` alone leaves open. */
async function discard(client: EventStoreDBClient): Promise<void> {
  const channel = internalsOf(client).getChannel();
  // a client that still looks for its server has no channel: its search ends by itself
  void channel.then((open) => open.close()).catch(() => undefined);
  await client.dispose();
}

/** The client in use, which is replaced when it falls silent: its transport waits for a server's first answer without a limit. */
export interface RenewableClient {
  current(): EventStoreDBClient;
  /** Replaces a client that did not answer; does nothing when another one has taken its place already. */
  replace(silent: EventStoreDBClient): void;
  /** Counts the connections that broke so far. */
  broken(): number;
  close(): Promise<void>;
}

/** Calls `broke` whenever the channel loses a connection that stood, until it is closed. */
function watchConnection(channel: Channel, broke: () => void): void {
  const state = channel.getConnectivityState(false);
  if (state === connectivityState.SHUTDOWN) return;
  channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () => {
    if (state === connectivityState.READY) broke();
    watchConnection(channel, broke);
  });
}

export function renewableClient(url: string): RenewableClient {
  let client = createClient(url);
  let closed = false;
  let broken = 0;
  const watched = new WeakSet<Channel>();

  /** A client may put another channel in the place of one that failed. */
  function watch(used: EventStoreDBClient): void {
    const begun = (channel: Channel): void => {
      if (watched.has(channel)) return;
      watched.add(channel);
      watchConnection(channel, () => broken++);
    };
    internalsOf(used)
      .getChannel()
      .then(begun, () => undefined);
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
