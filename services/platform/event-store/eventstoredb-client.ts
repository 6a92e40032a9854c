import { EventStoreDBClient } from '@eventstore/db-client';

/** The members of the client that its types hide: version 6.2.1. */
interface ClientInternals {
  supports: () => Promise<boolean>;
  throwOnAppendFailure: boolean;
  getChannel(): Promise<{ close(): void }>;
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
  close(): Promise<void>;
}

export function renewableClient(url: string): RenewableClient {
  let client = createClient(url);
  let closed = false;
  return {
    current: () => client,
    replace(silent) {
      if (closed || silent !== client) return;
      client = createClient(url);
      discard(silent).catch(() => undefined);
    },
    async close() {
      closed = true;
      await discard(client);
    },
  };
}
