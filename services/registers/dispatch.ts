import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister, Derivation, Values } from '#contracts/core/define-register.ts';
import type { Decision, StoredEvent } from '#contracts/core/events.ts';
import { changeOf, fold } from '#contracts/core/fold.ts';
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
import { databasePassing } from '#projections/database-errors.ts';
import type { NamedCommand } from '../platform/command.ts';
import { withoutLock, type LockMode, type WithLock } from '../platform/concurrency/portal-lock.ts';
import type { Dependencies, Parts, Rule } from '../platform/module.ts';
import { authorise } from './authorise.ts';
import { alreadyExecuted, execute, type CommandExecution } from './command-handling.ts';
import { alignment, locate } from './locate.ts';
import { checkPaths } from './check-paths.ts';
import { checkValues } from './check-values.ts';
import { checkDistinct } from './distinct.ts';
import { currentNames } from './renamed-since.ts';
import { decide, requireExisting, type ResolvedCommand } from './register.decider.ts';
import { takesBackOwnDeletion } from './own-deletion.ts';

/** Rules, commands and reactors that the modules add to every write. */
export interface Seam {
  rules: readonly Rule[];
  commands: readonly NamedCommand[];
  withLock: WithLock;
}

const NO_SEAM: Seam = { rules: [], commands: [], withLock: withoutLock };

/**
 * Creates the dispatch, through which HTTP requests, jobs and seeds write to all registers. The steps of a write, in order: rules complete
 * the command (`complete`); its record is located; rules read what they derive values from (`derive`); the record's stream is read; the
 * sender's right is checked; the events are decided; values and rules are checked (`permits`, `check`); the events are appended; rules are
 * notified (`recorded`). A version conflict repeats the steps from the reading of the stream. `seam` is called for each command, since the
 * modules are created with this dispatch.
 */
export function createDispatch(
  deps: Pick<Parts, 'clock' | 'numbers'> & Parameters<typeof checkValues>[0],
  seam: () => Seam = () => NO_SEAM,
): Dispatch {
  const align = alignment(deps);
  return async (rawCommand, sender) => {
    const { rules, commands, withLock } = seam();
    const ownRules = rules.filter((rule) => rule.registers.some((def) => def.path === rawCommand.register));
    const run = async (): Promise<Outcome> => {
      const command = await completeCommand(ownRules, rawCommand, sender);
      const { def, key, execution } = await prepare({ ...deps, align }, { commands, rules: ownRules }, command, sender);
      const executed = await execute(deps, { ...execution, check: checkedBy(deps, { def, key, rules: ownRules }, command, sender) }).catch(
        (error: unknown) => {
          if (!(error instanceof NumberTaken)) throw error;
          return null;
        },
      );
      if (executed === null) {
        await deps.numbers.renounce(def.path, sender.commandId, Number(key));
        return run();
      }
      const { state, position } = executed;
      let outcome = { key, version: state.get(recordKey(def.path, key))?.version ?? 0, position };
      try {
        for (const rule of ownRules) outcome = (await rule.recorded?.(command, sender, outcome)) ?? outcome;
      } catch (error) {
        // the events are already recorded, so a temporary error of a rule makes the outcome unknown
        throw position !== null && isPassing(error) ? new OutcomeUnknown({ cause: error }) : error;
      }
      return outcome;
    };
    const mode = lockMode(deps.catalogue.register(rawCommand.register), ownRules, rawCommand);
    return mode === null ? run() : withLock(mode, run);
  };
}

/** Returns how a command holds the portal's lock: alone if any rule asks for that, or if its register's values must be distinct. */
function lockMode(def: AnyRegister | undefined, rules: readonly Rule[], command: Command): LockMode | null {
  const modes = rules.map((rule) => rule.lock?.(command) ?? null);
  if (modes.includes('exclusive') || (def?.distinct && command.action !== 'delete')) return 'exclusive';
  return modes.includes('shared') ? 'shared' : null;
}

const isPassing = (error: unknown): boolean => error instanceof StoreUnavailable || databasePassing(error);

/** Error for a number that another command has used first. After a crash the database may reserve a number twice. */
class NumberTaken extends Error {}

/**
 * Checks without recording whether a deletion would be accepted now. Throws the errors that the dispatch would throw. Returns `false` if
 * another command deleted the record at `since` or later, `repeated` if this command did.
 */
export async function tryDelete(
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'numbers' | 'readDb' | 'clock'>,
  command: RecordCommand & { action: 'delete' },
  sender: Sender,
  since?: Date,
): Promise<boolean | 'repeated'> {
  const { def, execution, authorised } = await prepare({ ...deps, align: async () => {} }, { commands: [], rules: [] }, command, sender);
  const events = await deps.store.read(execution.stream);
  if (alreadyExecuted(deps.catalogue, events, sender.commandId)) return 'repeated';
  const state = fold(deps.catalogue, events);
  authorised(state, events);
  if (since && deletedSince(deps.catalogue, events, { def, key: command.key }, since)) return false;
  execution.decide(state, events);
  return true;
}

/** Tells whether the record or its parent was deleted at `since` or later, and not restored after. */
function deletedSince(
  catalogue: Parts['catalogue'],
  events: readonly StoredEvent[],
  { def, key }: { def: AnyRegister; key: RecordCommand['key'] },
  since: Date,
): boolean {
  const last = events.findLast((event) => {
    const change = changeOf(catalogue, event);
    return (
      change !== null &&
      (change.kind === 'eliminato' || change.kind === 'ripristinato' || change.kind === 'creato') &&
      ((change.table === def.path && change.id === String(key)) || change.table === def.parent?.register)
    );
  });
  return last !== undefined && changeOf(catalogue, last)?.kind === 'eliminato' && Date.parse(last.metadata.at) >= since.getTime();
}

async function completeCommand(rules: readonly Rule[], sent: Command, sender: Sender): Promise<Command> {
  if (sent.action === 'named') return sent;
  let command: RecordCommand = sent;
  for (const rule of rules) command = (await rule.complete?.(command, sender)) ?? command;
  return command;
}

function checkedBy(
  deps: Parameters<typeof checkValues>[0],
  { def, key, rules }: { def: AnyRegister; key: string | number; rules: readonly Rule[] },
  command: Command,
  sender: Sender,
): CommandExecution['check'] {
  const record = recordKey(def.path, key);
  return async (before, after) => {
    const transition = { key: String(key), before: before.get(record), after: after.get(record) };
    if (!isTrusted(sender)) await checkValues(deps, def, command, transition);
    for (const rule of rules) {
      await rule.permits?.(transition, command, sender);
      await rule.check?.(transition, command, sender);
    }
    await checkDistinct(deps, def, transition);
  };
}

async function prepare(
  deps: Parameters<typeof locate>[0] & Pick<Parts, 'catalogue' | 'store' | 'readDb' | 'clock'>,
  { commands, rules }: Pick<Seam, 'commands' | 'rules'>,
  command: Command,
  sender: Sender,
) {
  const register = deps.catalogue.register(command.register);
  if (!register) throw new DomainError('SCONOSCIUTO');
  const def = register.takesKinds ? await deps.catalogue.currentDefinition(deps.readDb, register) : register;
  const decideNow = command.action === 'named' ? namedDecision(deps, commands, def, command) : null;
  const { stream, command: located, fresh, isAssigned } = await locate(deps, def, command, sender);
  const resolved: ResolvedCommand = {
    ...located,
    derive: await derivationOf(rules, command, located, sender),
    ...(command.action === 'restore' ? { renamed: await currentNames(deps, def, stream, located) } : {}),
  };
  const checkRight = (state: StreamState, events: readonly StoredEvent[]): void => {
    if (isTrusted(sender)) return;
    const { identity } = sender;
    const ownDeletion = takesBackOwnDeletion(deps, { def, command: resolved, identity }, { state, events });
    authorise(def, resolved, state, { identity, ownDeletion });
  };
  const reason = command.action === 'named' ? undefined : (sender.motivo ?? command.motivo);
  const execution: CommandExecution = {
    stream,
    fresh,
    sender: reason === undefined ? sender : { ...sender, motivo: reason },
    decide: (state, events): readonly Decision[] => {
      // `execute` has already looked for this command's own events, so an existing record was created by another command
      if (isAssigned && state.has(recordKey(def.path, resolved.key))) throw new NumberTaken();
      if (decideNow) return decideNow({ ...resolved, action: 'change' }, sender, state, events);
      checkRight(state, events);
      const decisions = decide(deps.catalogue, def, resolved, { state, events });
      if (!isTrusted(sender)) checkPaths(def, resolved, state, decisions);
      return decisions;
    },
  };
  return { def, key: resolved.key, execution, authorised: checkRight };
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

type NamedDecider = (resolved: ResolvedCommand, sender: Sender, state: StreamState, events: readonly StoredEvent[]) => readonly Decision[];

function namedDecision(
  { catalogue }: Pick<Parts, 'catalogue'>,
  commands: readonly NamedCommand[],
  def: AnyRegister,
  call: NamedCall,
): NamedDecider {
  const named = commands.find((command) => command.register.path === def.path && command.name === call.name);
  if (!named) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Operazione sconosciuta: ${call.name}` });
  const answer = named.read(call.body ?? {});
  return (resolved, sender, state, events) => {
    if (!isTrusted(sender)) {
      if (named.right === 'self' ? String(resolved.key) !== sender.identity.memberID : false) throw new DomainError('NON_PERMESSO');
      if (named.right !== 'self') authorise(def, resolved, state, { identity: sender.identity, neededRight: named.right });
    }
    requireExisting(def, resolved, state);
    const asked = { key: resolved.key, sender };
    if ('values' in answer)
      return decide(catalogue, def, { ...resolved, action: 'change', values: answer.values(asked) }, { state, events });
    return answer.decide(asked, state, events);
  };
}
