import { setTimeout as pause } from 'node:timers/promises';
import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '#contracts/core/errors.ts';
import type { Decision, NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { VersionConflict } from '#contracts/ports/event-store.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { evolve, fold } from '#contracts/core/fold.ts';
import type { StreamState } from '#contracts/core/record-state.ts';
import { keyedQueue } from '../platform/concurrency/keyed-queue.ts';
import type { Dependencies } from '../platform/module.ts';

export interface Execution {
  stream: string;
  /** Nobody can have written to it: it is not read before the first attempt. */
  fresh?: boolean;
  sender: Sender;
  /** Pure: it runs again on the newer stream when another writer was quicker. */
  decide(state: StreamState, events: readonly StoredEvent[]): readonly Decision[];
  /** Checks the command against other streams before it is recorded. Throws to refuse it. */
  check?(before: StreamState, after: StreamState): Promise<void>;
}

export interface Executed {
  /** The stream after the command (for a repeated command: as it was right after it the first time). */
  state: StreamState;
  /** Version of the stream then. */
  version: number;
  /** Position to wait for; `null` when nothing was recorded. */
  position: string | null;
  /** Number of events that the command recorded. */
  eventCount: number;
}

/** Namespace of the identifiers derived from a command. */
const NAMESPACE = '0b6f5c1e-6a43-4f0e-9a55-0f6c8a2f7d10';
const ATTEMPTS = 20;

/** A command of its own, derived from another: a part of a bulk command, repeated when that is repeated. */
export const derivedCommandId = (commandId: string, part: string): string => uuidV5(`${commandId}/${part}`, NAMESPACE);

/** Writers of one stream queue up for each other; those of other processes meet in the version check. */
const inTurn = keyedQueue();

/**
 * Load, decide, append with the expected version. A command that already left its events in this
 * stream is answered as it was the first time: one `commandId` is one command on a stream.
 */
export async function execute(deps: Pick<Dependencies, 'catalogue' | 'store' | 'clock'>, execution: Execution): Promise<Executed> {
  return inTurn(execution.stream, () => untilAppended(deps, execution));
}

async function untilAppended(
  { catalogue, store, clock }: Pick<Dependencies, 'catalogue' | 'store' | 'clock'>,
  { stream, fresh, sender, decide, check }: Execution,
): Promise<Executed> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const read = fresh && attempt === 1 ? [] : await store.read(stream);
    await sender.cleared;
    const done = alreadyExecuted(catalogue, read, sender.commandId);
    if (done) return done;
    const before = fold(catalogue, read);
    const expected = read.at(-1)?.version ?? 0;
    const added = toEvents(decide(before, read), stream, sender, clock.now());
    const after = added.reduce((state, event, i) => evolve(catalogue, state, { ...event, version: expected + 1 + i }), before);
    await check?.(before, after);
    if (added.length === 0) return { state: before, version: expected, position: null, eventCount: 0 };
    try {
      const { version, position } = await store.append(stream, added, expected === 0 ? 'none' : expected);
      return { state: after, version, position, eventCount: added.length };
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      // writers of the same record step aside for each other by a few random milliseconds
      await pause(Math.random() * 4 * attempt);
    }
  }
  throw new DomainError('NON_DISPONIBILE', {
    message: 'Troppe modifiche contemporanee dello stesso record: riprova tra poco.',
    retryAfter: 1,
  });
}

export function alreadyExecuted(catalogue: Dependencies['catalogue'], read: readonly StoredEvent[], commandId: string): Executed | null {
  const own = read.filter((event) => event.metadata.commandId === commandId);
  const last = own.at(-1);
  if (!last) return null;
  return {
    state: fold(
      catalogue,
      read.filter((event) => event.version <= last.version),
    ),
    version: last.version,
    position: last.position,
    eventCount: own.length,
  };
}

function toEvents(decisions: readonly Decision[], stream: string, sender: Sender, now: Date): NewEvent[] {
  return decisions.map(({ type, data }, index) => ({
    type,
    data,
    metadata: {
      // the same command decided again gives the same ids: the store knows them
      eventId: uuidV5(`${sender.commandId}/${stream}/${index}`, NAMESPACE),
      commandId: sender.commandId,
      correlationId: sender.correlationId,
      utente: sender.identity.memberID,
      groupID: sender.identity.groupID,
      at: (sender.at ?? now).toISOString(),
      origine: sender.origine,
      ...(sender.motivo ? { motivo: sender.motivo } : {}),
    },
  }));
}
