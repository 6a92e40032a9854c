import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister, Derivation, Values } from '#contracts/core/define-register.ts';
import type { Decision } from '#contracts/core/events.ts';
import { fold, recordKey, type StreamState } from '#contracts/core/history.ts';
import { isTrusted, type Command, type Dispatch, type Outcome, type RecordCommand, type Sender } from '#contracts/ports/dispatch.ts';
import { register } from '#contracts/registers/index.ts';
import type { Dependencies, NamedCommand, Parts, Rule } from '../platform/module.ts';
import { authorise } from './authorise.ts';
import { alreadyExecuted, execute, type Execution } from './command-handling.ts';
import { alignment, locate } from './locate.ts';
import { checkPaths } from './check-paths.ts';
import { decide, existing, type ResolvedCommand } from './register.decider.ts';

/** What the modules bring to every write. */
export interface Seam {
  rules: readonly Rule[];
  commands: readonly NamedCommand[];
  /** Runs one task at a time in the whole portal. */
  alone<T>(task: () => Promise<T>): Promise<T>;
}

const NO_SEAM: Seam = { rules: [], commands: [], alone: (task) => task() };

/**
 * The write side of every register: the one door for HTTP, jobs and seeds. Rules complete the
 * command, it is decided once on its stream, rules may still refuse what was decided, and are told
 * once it is recorded. `seam` is asked at each command: the modules are made with this very dispatch.
 */
export function createDispatch(deps: Pick<Parts, 'store' | 'clock' | 'numbers' | 'readDb'>, seam: () => Seam = () => NO_SEAM): Dispatch {
  const align = alignment(deps);
  return async (sent, sender) => {
    const { rules, commands, alone } = seam();
    const mine = rules.filter((rule) => rule.registers.some((def) => def.path === sent.register));
    const run = async (): Promise<Outcome> => {
      const command = await completed(mine, sent, sender);
      const { def, key, execution } = await prepare({ ...deps, align }, { commands, rules: mine }, command, sender);
      const executed = await execute(deps, { ...execution, check: checkedBy(mine, recordKey(def.path, key), key, command, sender) }).catch(
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
      for (const rule of mine) outcome = (await rule.recorded?.(command, sender, outcome)) ?? outcome;
      return outcome;
    };
    return mine.some((rule) => rule.exclusive?.(sent)) ? alone(run) : run();
  };
}

/** A database that died gave the number of a command that was still to be recorded to another one too: the first to be recorded has it. */
class NumberTaken extends Error {}

/** Would the deletion pass, right now? Throws what dispatch would throw and records nothing. */
export async function tryDelete(
  deps: Pick<Dependencies, 'store' | 'numbers' | 'readDb'>,
  command: RecordCommand & { action: 'delete' },
  sender: Sender,
): Promise<void> {
  const { execution } = await prepare({ ...deps, align: async () => {} }, { commands: [], rules: [] }, command, sender);
  const read = await deps.store.read(execution.stream);
  if (!alreadyExecuted(read, sender.commandId)) execution.decide(fold(read), read);
}

async function completed(rules: readonly Rule[], sent: Command, sender: Sender): Promise<Command> {
  if (sent.action === 'named') return sent;
  let command: RecordCommand = sent;
  for (const rule of rules) command = (await rule.complete?.(command, sender)) ?? command;
  return command;
}

function checkedBy(rules: readonly Rule[], record: string, key: string | number, command: Command, sender: Sender): Execution['check'] {
  return async (before, after) => {
    for (const rule of rules)
      await rule.check?.({ key: String(key), before: before.get(record), after: after.get(record) }, command, sender);
  };
}

async function prepare(
  deps: Parameters<typeof locate>[0],
  { commands, rules }: Pick<Seam, 'commands' | 'rules'>,
  command: Command,
  sender: Sender,
) {
  const def = register(command.register);
  if (!def) throw new DomainError('SCONOSCIUTO');
  const decideNow = command.action === 'named' ? namedDecision(commands, def, command) : null;
  const { stream, command: located, fresh, given } = await locate(deps, def, command, sender);
  const resolved: ResolvedCommand = { ...located, derive: await derivationOf(rules, command, located, sender) };
  const reason = command.action === 'named' ? undefined : (sender.motivo ?? command.motivo);
  const execution: Execution = {
    stream,
    fresh,
    sender: reason === undefined ? sender : { ...sender, motivo: reason },
    decide: (state, events): readonly Decision[] => {
      // what this command itself recorded was found before
      if (given && state.has(recordKey(def.path, resolved.key))) throw new NumberTaken();
      if (decideNow) return decideNow({ ...resolved, action: 'change' }, sender, state, events);
      if (!isTrusted(sender)) authorise(def, resolved, state, sender.identity);
      const decisions = decide(def, resolved, state, events);
      if (!isTrusted(sender)) checkPaths(def, resolved, state, decisions);
      return decisions;
    },
  };
  return { def, key: resolved.key, execution };
}

/** What the rules derive of a new or changed record, one after another. */
async function derivationOf(
  rules: readonly Rule[],
  command: Command,
  located: ResolvedCommand,
  sender: Sender,
): Promise<Derivation | undefined> {
  // a whole version comes back as it was; single values of it meet those of today
  const whole = command.action === 'restore' && command.fields === undefined;
  if (command.action === 'named' || command.action === 'delete' || whole) return undefined;
  const derivations = await Promise.all(rules.map((rule) => rule.derive?.(located, sender)));
  return (after, before, parent) =>
    derivations.reduce<Values>((values, derivation) => ({ ...values, ...derivation?.({ ...after, ...values }, before, parent) }), {});
}

type NamedDecider = (
  resolved: ResolvedCommand,
  sender: Sender,
  state: StreamState,
  events: Parameters<NamedCommand['decide']>[2],
) => readonly Decision[];

function namedDecision(commands: readonly NamedCommand[], def: AnyRegister, call: Extract<Command, { action: 'named' }>): NamedDecider {
  const named = commands.find((command) => command.register.path === def.path && command.name === call.name);
  if (!named) throw new DomainError('RICHIESTA_NON_VALIDA', { message: `Operazione sconosciuta: ${call.name}` });
  const body = named.parse?.(call.body ?? {}) ?? call.body ?? {};
  return (resolved, sender, state, events) => {
    if (!isTrusted(sender)) {
      if (named.right === 'self' ? String(resolved.key) !== sender.identity.memberID : false) throw new DomainError('NON_PERMESSO');
      if (named.right !== 'self') authorise(def, resolved, state, sender.identity, named.right);
    }
    existing(def, resolved, state);
    return named.decide({ key: resolved.key, body, sender }, state, events);
  };
}
