import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister, Derivation, Values } from '#contracts/core/define-register.ts';
import type { Decision, StoredEvent } from '#contracts/core/events.ts';
import { recordKey, type StreamState } from '#contracts/core/record-state.ts';
import {
  isTrusted,
  type Command,
  type Dispatch,
  type NamedCall,
  type Outcome,
  type RecordCommand,
  type Sender,
} from '#contracts/ports/dispatch.ts';
import { OutcomeUnknown, StoreUnavailable } from '#contracts/ports/event-store.ts';
import { isTransientDatabaseError } from '#projections/database-errors.ts';
import type { NamedCommand, ParsedCommand } from '../platform/command.ts';
import { withoutLock, type LockMode, type WithLock } from '../platform/concurrency/portal-lock.ts';
import type { Parts, Rule } from '../platform/module.ts';
import { authorise } from './authorise.ts';
import { execute } from './command-handling.ts';
import { sequenceRaiser, locate, type LocateDeps } from './locate.ts';
import { checkPaths } from './check-paths.ts';
import { checkDistinct, checkValues } from './check-values.ts';
import type { NamedDeps } from './named-records.ts';
import { currentNames } from './renamed-since.ts';
import { decide, requireExisting, type ResolvedCommand } from './register.decider.ts';
import { takesBackOwnDeletion } from './own-deletion.ts';

/** Additions of the modules to every write. */
export interface WriteAdditions {
  rules: readonly Rule[];
  commands: readonly NamedCommand[];
  withLock: WithLock;
}

const NO_ADDITIONS: WriteAdditions = { rules: [], commands: [], withLock: withoutLock };

/** A write with what its later steps need. */
interface PreparedWrite {
  def: AnyRegister;
  stream: string;
  /** The stream is known to be empty, so it need not be read. */
  streamIsEmpty: boolean;
  /** True if the portal assigned the record's number, false if the sender chose it. */
  numberIsAssigned: boolean;
  command: ResolvedCommand;
  /** Parsed call of a module's named command; `null` for a command that every register has. */
  named: ParsedCall | null;
  sender: Sender;
}

/** Clock, log, numbers and read tables that a write uses. `remembered`: only in a dry run. */
type WriteDeps = Pick<Parts, 'clock' | 'numbers'> & NamedDeps;
/** `raiseSequence` raises a register's sequence to the highest number in use (see `sequenceRaiser`). */
type StepDeps = WriteDeps & Pick<LocateDeps, 'raiseSequence'>;

/** Creates the dispatch, through which HTTP requests, jobs and seeds write to all registers. */
export function createDispatch(deps: WriteDeps, { rules, commands, withLock }: WriteAdditions = NO_ADDITIONS): Dispatch {
  const stepDeps = { ...deps, raiseSequence: sequenceRaiser(deps) };
  return async (sent, sender) => {
    const ownRules = rules.filter((rule) => rule.registers.some((def) => def.path === sent.register));
    const run = () => write(stepDeps, { commands, rules: ownRules }, sent, sender);
    const mode = lockMode(deps.catalogue.register(sent.register), ownRules, sent);
    return mode === null ? run() : withLock(mode, run);
  };
}

/**
 * Writes one command. Its steps: rules complete it, it is prepared, the sender's right is checked on the record's stream, its events
 * are decided, values and rules are checked, the events are appended, rules are notified. `execute` repeats the steps from the reading of
 * the stream when another writer was first.
 */
async function write(
  deps: StepDeps,
  { rules, commands }: Omit<WriteAdditions, 'withLock'>,
  sent: Command,
  sender: Sender,
): Promise<Outcome> {
  const command = await complete(rules, sent, sender);
  const prepared = await prepareWrite(deps, { rules, commands }, command, sender);
  const { def, stream, streamIsEmpty } = prepared;
  const { key } = prepared.command;
  const executed = await execute(deps, {
    stream,
    streamIsEmpty,
    sender: withReason(command, sender),
    authorise: (state, events) => authoriseWrite(deps, prepared, state, events),
    decide: (state, events) => decideWrite(deps, prepared, state, events),
    check: (before, after) => checkWrite(deps, { prepared, rules, command }, before, after),
  }).catch((error: unknown) => {
    if (!(error instanceof NumberTaken)) throw error;
    return null;
  });
  // the database had reserved this number before a crash: take the next one and begin again
  if (executed === null) {
    await deps.numbers.renounce(def.path, sender.commandId, Number(key));
    return write(deps, { rules, commands }, sent, sender);
  }
  const { state, position } = executed;
  return notify(rules, { command, sender }, { key, version: state.get(recordKey(def.path, key))?.version ?? 0, position });
}

async function complete(rules: readonly Rule[], sent: Command, sender: Sender): Promise<Command> {
  if (sent.action === 'named') return sent;
  let command: RecordCommand = sent;
  for (const rule of rules) command = (await rule.complete?.(command, sender)) ?? command;
  return command;
}

/** Reads the register's current definition, finds the record's stream and key, and prepares what the decision needs from elsewhere. */
export async function prepareWrite(
  deps: LocateDeps & Pick<Parts, 'catalogue' | 'store'>,
  { commands, rules }: Pick<WriteAdditions, 'commands' | 'rules'>,
  command: Command,
  sender: Sender,
): Promise<PreparedWrite> {
  const register = deps.catalogue.register(command.register);
  if (!register) throw new DomainError('SCONOSCIUTO');
  const def = register.takesKinds ? await deps.catalogue.currentDefinition(deps.readDb, register) : register;
  const named = command.action === 'named' ? parseCall(commands, def, command) : null;
  const { stream, command: located, streamIsEmpty, numberIsAssigned } = await locate(deps, def, command, sender);
  const resolved: ResolvedCommand = {
    ...located,
    derive: await derivationOf(rules, command, located, sender),
    ...(command.action === 'restore' ? { renamed: await currentNames(deps, def, stream, located) } : {}),
  };
  return {
    def,
    stream,
    streamIsEmpty,
    numberIsAssigned,
    named,
    command: resolved,
    sender,
  };
}

/** Adds the reason that the command states, unless the sender brings one. */
function withReason(command: Command, sender: Sender): Sender {
  if (command.action === 'named' || sender.motivo !== undefined || command.motivo === undefined) return sender;
  return { ...sender, motivo: command.motivo };
}

/** Throws if the sender may not give the command, as the record stands in its stream. */
export function authoriseWrite(
  deps: Pick<Parts, 'catalogue' | 'clock'>,
  { def, command, named, sender }: PreparedWrite,
  state: StreamState,
  events: readonly StoredEvent[],
): void {
  if (isTrusted(sender)) return;
  const { identity } = sender;
  // `self` is for accounts alone, whose key is the person's `memberID`; no right on the area is needed
  if (named?.right === 'self') {
    if (String(command.key) !== identity.memberID) throw new DomainError('NON_PERMESSO');
    return;
  }
  const ownDeletion = named === null && takesBackOwnDeletion(deps, { def, command, identity }, { state, events });
  authorise(def, command, state, { identity, ownDeletion, neededRight: named?.right });
}

/** Decides the events, from the stream alone. */
export function decideWrite(
  { catalogue }: Pick<Parts, 'catalogue'>,
  { def, command, named, sender, numberIsAssigned }: PreparedWrite,
  state: StreamState,
  events: readonly StoredEvent[],
): readonly Decision[] {
  // `execute` has already looked for this command's own events, so an existing record was created by another command
  if (numberIsAssigned && state.has(recordKey(def.path, command.key))) throw new NumberTaken();
  if (named) {
    requireExisting(def, command, state);
    const target = { key: command.key, sender };
    const { parsed } = named;
    if ('decide' in parsed) return parsed.decide(target, state, events);
    return decide(catalogue, def, { ...command, values: parsed.values(target) }, { state, events });
  }
  const decisions = decide(catalogue, def, command, { state, events });
  if (!isTrusted(sender)) checkPaths(def, command, state, decisions);
  return decisions;
}

/** Checks the record's new state against other records and the rules. Throws to refuse the write. */
async function checkWrite(
  deps: NamedDeps,
  { prepared, rules, command }: { prepared: PreparedWrite; rules: readonly Rule[]; command: Command },
  before: StreamState,
  after: StreamState,
): Promise<void> {
  const { def, sender } = prepared;
  const { key } = prepared.command;
  const record = recordKey(def.path, key);
  const transition = { key: String(key), before: before.get(record), after: after.get(record) };
  if (!isTrusted(sender)) await checkValues(deps, def, command, transition);
  for (const rule of rules) {
    await rule.permits?.(transition, command, sender);
    await rule.check?.(transition, command, sender);
  }
  await checkDistinct(deps, def, transition);
}

/** Notifies the rules of a recorded write. A rule may return a later outcome, as after events that follow from the write. */
async function notify(
  rules: readonly Rule[],
  { command, sender }: { command: Command; sender: Sender },
  recorded: Outcome,
): Promise<Outcome> {
  let outcome = recorded;
  try {
    for (const rule of rules) outcome = (await rule.afterRecorded?.(command, sender, outcome)) ?? outcome;
  } catch (error) {
    // the events are already recorded, so a temporary error of a rule makes the outcome unknown
    throw recorded.position !== null && isTransient(error) ? new OutcomeUnknown({ cause: error }) : error;
  }
  return outcome;
}

/** Combines the rules' derivations into one that applies them in order; undefined for named commands and deletions. */
async function derivationOf(
  rules: readonly Rule[],
  command: Command,
  located: ResolvedCommand,
  sender: Sender,
): Promise<Derivation | undefined> {
  if (command.action === 'named' || command.action === 'delete') return undefined;
  const derivations = await Promise.all(rules.map((rule) => rule.derive?.(located, sender)));
  return (after, before, parent) =>
    derivations.reduce<Values>((values, derivation) => ({ ...values, ...derivation?.({ ...after, ...values }, before, parent) }), {});
}

/** A call of a module's named command, with its parsed body. */
interface ParsedCall {
  right: NamedCommand['right'];
  parsed: ParsedCommand;
}

function parseCall(commands: readonly NamedCommand[], def: AnyRegister, call: NamedCall): ParsedCall {
  const named = commands.find((command) => command.register.path === def.path && command.name === call.name);
  if (!named) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Operazione sconosciuta: ${call.name}` });
  return { right: named.right, parsed: named.read(call.body ?? {}) };
}

/** Returns how a command holds the portal's lock: alone if any rule asks for that, or if its register's values must be distinct. */
function lockMode(def: AnyRegister | undefined, rules: readonly Rule[], command: Command): LockMode | null {
  const modes = rules.map((rule) => rule.lock?.(command) ?? null);
  if (modes.includes('exclusive') || (def?.distinct && command.action !== 'delete')) return 'exclusive';
  return modes.includes('shared') ? 'shared' : null;
}

const isTransient = (error: unknown): boolean => error instanceof StoreUnavailable || isTransientDatabaseError(error);

/** Error for a number that another command has used first. After a crash the database may reserve a number twice. */
class NumberTaken extends Error {}
