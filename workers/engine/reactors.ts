import pRetry from 'p-retry';
import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { StoreUnavailable, type EventStore } from '#contracts/ports/event-store.ts';
import type { JobLogger } from './bullmq.ts';
import { jobTables, type WriteDb } from './job-tables.ts';
import { withoutLogContext, type WithLogContext } from './run-job.ts';

/** Reaction to recorded events. An event may be delivered twice, so reactions are keyed by its id. */
export interface EventReactor {
  name: string;
  events: readonly string[];
  react(event: StoredEvent): Promise<void>;
}

export interface ReactorsOptions {
  store: EventStore;
  writeDb: WriteDb;
  reactors: readonly EventReactor[];
  log: JobLogger;
  within?: WithLogContext;
}

const NAME = 'reattori';
/**
 * Number of events, none with a reactor, after which the position is stored. A restart reads at most about this many again; storing each
 * position would wait for the disk each time.
 */
const STORE_EVERY = 500;
const PAUSES = { minTimeout: 200, maxTimeout: 5000, factor: 2 };

/** Follows the log from the last position until stopped; a new portal begins at the end of the log. */
export async function startReactors(options: ReactorsOptions): Promise<{ stop(): Promise<void> }> {
  const end = new AbortController();
  const from = await start(options);
  const work = followEvents(options, from, end.signal);
  return {
    async stop() {
      end.abort();
      await work;
    },
  };
}

async function followEvents(
  { store, writeDb, reactors, log, within = withoutLogContext }: ReactorsOptions,
  from: string | null,
  signal: AbortSignal,
): Promise<void> {
  let after = from;
  let sinceStored = 0;
  const storePosition = async (): Promise<void> => {
    await jobTables(writeDb).updateTable('reattori').set({ posizione: after }).where('nome', '=', NAME).execute();
    sinceStored = 0;
  };
  const followOnce = async (): Promise<void> => {
    for await (const events of store.readAll(after, signal)) {
      let reacted = false;
      for (const event of events) {
        for (const reactor of reactors.filter(({ events: heard }) => heard.includes(event.type))) {
          reacted = true;
          await within(event.metadata.correlationId, () => deliver(reactor, event, log));
        }
      }
      after = events.at(-1)?.position ?? after;
      sinceStored += events.length;
      if (reacted || sinceStored >= STORE_EVERY) await storePosition();
    }
    if (!signal.aborted) throw new StoreUnavailable('the log ended by itself');
  };
  await pRetry(() => followOnce().catch(wrapTypeError), {
    ...PAUSES,
    retries: Number.POSITIVE_INFINITY,
    signal,
    onFailedAttempt: ({ error }) => {
      if (!signal.aborted) log.warn({ error: error.name }, 'reactors interrupted, trying again');
    },
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (sinceStored > 0)
    await storePosition().catch((error: unknown) => log.warn({ error: String(error) }, 'reactors: position not written down'));
}

/** Wraps a `TypeError`, at which p-retry gives up: a bug in one reaction would end all of them and the process. */
function wrapTypeError(error: Error): never {
  if (!(error instanceof TypeError)) throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { name: error.name });
}

/** Delivers one event to a reactor. An error of a rule is logged and not retried, since the rule would refuse it again. */
async function deliver(reactor: EventReactor, event: StoredEvent, log: JobLogger): Promise<void> {
  try {
    await reactor.react(event);
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    const { eventId, correlationId } = event.metadata;
    log.error({ reactor: reactor.name, event: eventId, correlationId, code: error.code }, 'reactor: event skipped');
  }
}

async function start({ store, writeDb }: ReactorsOptions): Promise<string | null> {
  const head = await store.head();
  const reactors = jobTables(writeDb);
  await reactors
    .insertInto('reattori')
    .values({ nome: NAME, posizione: head })
    .onConflict((conflict) => conflict.column('nome').doNothing())
    .execute();
  const reached = await reactors.selectFrom('reattori').select('posizione').where('nome', '=', NAME).executeTakeFirst();
  return reached?.posizione ?? null;
}
