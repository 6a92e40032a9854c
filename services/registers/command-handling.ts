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

export interface CommandExecution {
  stream: string;
  /** The stream is known to be empty, so the first attempt does not read it. */
  streamIsEmpty?: boolean;
  sender: Sender;
  /** Checks the sender's right. Throws to refuse the command. */
  authorise?(state: StreamState, events: readonly StoredEvent[]): void;
  /** Decides the events. Must be pure, since a version conflict runs it again on the newer stream. */
  decide(state: StreamState, events: readonly StoredEvent[]): readonly Decision[];
  /** Checks the command against other streams before it is recorded. Throws to refuse it. */
  check?(before: StreamState, after: StreamState): Promise<void>;
}

export interface CommandResult {
  /** State of the stream right after the command; for a repeated command, after its first execution. */
  state: StreamState;
  /** Version of the stream in that state. */
  version: number;
  /** Log position that the read side must reach to show the command; `null` if nothing was recorded. */
  position: string | null;
  /** Number of events that the command recorded. */
  eventCount: number;
}

/** Namespace of the identifiers derived from a command. */
const NAMESPACE = '0b6f5c1e-6a43-4f0e-9a55-0f6c8a2f7d10';
const ATTEMPTS = 20;

/** Derives the command id of a part of a bulk command. The same part always gets the same id, so a repeated bulk command is idempotent. */
export const derivedCommandId = (commandId: string, part: string): string => uuidV5(`${commandId}/${part}`, NAMESPACE);

/** Queue of this process's writers by stream. Writers of other processes are detected by the version check. */
const inTurn = keyedQueue();

/**
 * Loads the stream, decides, and appends with the expected version. A command whose events are in the stream already returns its first
 * outcome. On a version conflict it retries, up to `ATTEMPTS` times, then throws `NON_DISPONIBILE`.
 */
export async function execute(
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'clock'>,
  execution: CommandExecution,
): Promise<CommandResult> {
  return inTurn(execution.stream, () => appendWithRetry(deps, execution));
}

async function appendWithRetry(
  { catalogue, store, clock }: Pick<Dependencies, 'catalogue' | 'store' | 'clock'>,
  { stream, streamIsEmpty, sender, authorise, decide, check }: CommandExecution,
): Promise<CommandResult> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const events = streamIsEmpty && attempt === 1 ? [] : await store.read(stream);
    // nothing is recorded before the request's idempotency key is claimed
    await sender.keyClaimed;
    // a repeated command returns its first outcome without being checked again
    const done = alreadyExecuted(catalogue, events, sender.commandId);
    if (done) return done;
    const before = fold(catalogue, events);
    const expected = events.at(-1)?.version ?? 0;
    authorise?.(before, events);
    const newEvents = toEvents(decide(before, events), stream, sender, clock.now());
    const after = newEvents.reduce((state, event, i) => evolve(catalogue, state, { ...event, version: expected + 1 + i }), before);
    // also when nothing changes, so that a refused command is refused in any case
    await check?.(before, after);
    if (newEvents.length === 0) return { state: before, version: expected, position: null, eventCount: 0 };
    try {
      const { version, position } = await store.append(stream, newEvents, expected === 0 ? 'none' : expected);
      return { state: after, version, position, eventCount: newEvents.length };
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      // random jitter, so that competing writers of the record do not collide again
      await pause(Math.random() * 4 * attempt);
    }
  }
  throw new DomainError('NON_DISPONIBILE', {
    message: 'Troppe modifiche contemporanee dello stesso record: riprova tra poco.',
    retryAfter: 1,
  });
}

/** Returns the outcome of a command whose events are already in the stream; `null` if it recorded none there. */
export function alreadyExecuted(
  catalogue: Dependencies['catalogue'],
  events: readonly StoredEvent[],
  commandId: string,
): CommandResult | null {
  const commandEvents = events.filter((event) => event.metadata.commandId === commandId);
  const last = commandEvents.at(-1);
  if (!last) return null;
  return {
    state: fold(
      catalogue,
      events.filter((event) => event.version <= last.version),
    ),
    version: last.version,
    position: last.position,
    eventCount: commandEvents.length,
  };
}

function toEvents(decisions: readonly Decision[], stream: string, sender: Sender, now: Date): NewEvent[] {
  return decisions.map(({ type, data }, index) => ({
    type,
    data,
    metadata: {
      // ids derived from the command let the store recognise a repeated append
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
