import { setTimeout as pausa } from 'node:timers/promises';
import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '#contracts/core/errors.ts';
import type { NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { VersionConflict } from '#contracts/ports/event-store.ts';
import type { Command, Dispatch, Sender } from '#contracts/ports/dispatch.ts';
import { register } from '#contracts/registers/index.ts';
import { recordKey, evolve, fold, type StreamState } from '#contracts/core/history.ts';
import type { Dependencies } from '../platform/module.ts';
import { alignment } from './align-sequence.ts';
import { authorise } from './authorise.ts';
import { decide, type Decision } from './register.decider.ts';
import { locate } from './locate.ts';

export type { Decision } from './register.decider.ts';

export interface Execution {
  stream: string;
  sender: Sender;
  /** Pure: it runs again on the newer stream when another writer was quicker. */
  decide(state: StreamState, events: readonly StoredEvent[]): readonly Decision[];
}

export interface Executed {
  /** The stream after the command (for a repeated command: as it was right after it the first time). */
  state: StreamState;
  /** Version of the stream then. */
  version: number;
  /** Position to wait for; `null` when nothing was recorded. */
  position: string | null;
  /** How many events the command recorded. */
  eventCount: number;
}

/** Namespace of the identifiers derived from a command. */
const NAMESPACE = '0b6f5c1e-6a43-4f0e-9a55-0f6c8a2f7d10';
const ATTEMPTS = 20;

/** A command of its own, derived from another: a part of a bulk command, repeated when that is repeated. */
export const derivedCommandId = (commandId: string, part: string): string => uuidV5(`${commandId}/${part}`, NAMESPACE);

/**
 * Load, decide, append with the expected version. A command that already left its events in this
 * stream is answered as it was the first time: one `commandId` is one command on a stream.
 */
export async function execute(deps: Pick<Dependencies, 'store' | 'clock'>, { stream, sender, decide: decideNow }: Execution): Promise<Executed> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const read = await deps.store.read(stream);
    const fact = alreadyExecuted(read, sender.commandId);
    if (fact) return fact;
    const state = fold(read);
    const added = toEvents(decideNow(state, read), stream, sender, deps.clock.now());
    const wait = read.at(-1)?.version ?? 0;
    if (added.length === 0) return { state, version: wait, position: null, eventCount: 0 };
    try {
      const { version, position } = await deps.store.append(stream, added, wait === 0 ? 'none' : wait);
      const first = version - added.length + 1;
      const after = added.reduce((s, event, i) => evolve(s, { ...event, version: first + i }), state);
      return { state: after, version, position, eventCount: added.length };
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      // writers of the same record step aside for each other by a few random milliseconds
      await pausa(Math.random() * 4 * attempt);
    }
  }
  throw new DomainError('NON_DISPONIBILE', { message: 'Troppe modifiche contemporanee dello stesso record: riprova tra poco.', retryAfter: 1 });
}

/** The write side of every register: the one door for HTTP, jobs and seeds. */
export function createDispatch(deps: Omit<Dependencies, 'dispatch'>): Dispatch {
  const align = alignment(deps);
  return async (command, sender) => {
    const { tabella: table, chiave: key, esecuzione: run } = await prepare({ ...deps, align }, command, sender);
    const { state, position } = await execute(deps, run);
    return { key, version: state.get(recordKey(table, key))?.version ?? 0, position };
  };
}

/** Would the deletion pass, right now? Throws what dispatch would throw and records nothing. */
export async function tryDelete(deps: Pick<Dependencies, 'store' | 'numbers' | 'readDb'>, command: Command & { action: 'delete' }, sender: Sender): Promise<void> {
  const { esecuzione: run } = await prepare({ ...deps, align: async () => {} }, command, sender);
  const read = await deps.store.read(run.stream);
  if (!alreadyExecuted(read, sender.commandId)) run.decide(fold(read), read);
}

async function prepare(deps: Parameters<typeof locate>[0], command: Command, sender: Sender) {
  const def = register(command.register);
  if (!def) throw new DomainError('SCONOSCIUTO');
  const { stream, command: resolved } = await locate(deps, def, command, sender);
  const free = sender.origine === 'sistema' || sender.origine === 'demo';
  const decideNow: Execution['decide'] = (state, events) => {
    if (!free) authorise(def, resolved, state, sender.identity);
    return decide(def, resolved, state, events);
  };
  return { tabella: def.path, chiave: resolved.key, esecuzione: { stream, sender, decide: decideNow } };
}

function alreadyExecuted(read: readonly StoredEvent[], commandId: string): Executed | null {
  const own = read.filter((event) => event.metadata.commandId === commandId);
  const last = own.at(-1);
  if (!last) return null;
  return {
    state: fold(read.filter((event) => event.version <= last.version)),
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
