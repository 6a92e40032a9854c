import { DomainError } from '#contracts/core/errors.ts';
import { isTrusted, type Command, type RecordCommand, type Sender } from '#contracts/ports/dispatch.ts';
import { highest, parentKey } from '#projections/registers/record.queries.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Dependencies } from '../platform/module.ts';
import type { ResolvedCommand } from './register.decider.ts';

interface Needs extends Pick<Dependencies, 'numbers' | 'readDb'> {
  /** See `alignment`. */
  align(def: AnyRegister): Promise<void>;
}

export interface Located {
  stream: string;
  command: ResolvedCommand;
  /** The number was given just now: nobody has written to the stream that it names. */
  fresh: boolean;
  /** The number is one of the portal's own, not the sender's. */
  given: boolean;
}

/** The key of the record a command is about, its parent's, and the stream that holds both. */
export async function locate(deps: Needs, def: AnyRegister, command: Command, sender: Sender): Promise<Located> {
  const {
    key,
    fresh = false,
    given = false,
  } = command.action === 'create' ? await newKey(deps, def, command, sender) : { key: command.key };
  if (key === undefined) throw new DomainError('SCONOSCIUTO');
  if (!def.parent) return { stream: streamOf(def, key), command: { ...resolvable(command), key }, fresh, given };
  const parent = await parentOf(deps, def, key, command);
  if (parent === null) throw new DomainError('SCONOSCIUTO');
  return { stream: streamOf(def, parent), command: { ...resolvable(command), key, parent }, fresh: false, given };
}

async function newKey(
  { numbers, align }: Needs,
  def: AnyRegister,
  command: Command,
  sender: Sender,
): Promise<{ key: string | number; fresh?: boolean; given?: boolean }> {
  if (def.key.kind === 'natural') return { key: command.key ?? '' };
  // records of another portal keep their numbers: others name them by these
  const fixed = isTrusted(sender) || sender.origine === 'importazione' ? command.key : undefined;
  if (typeof fixed !== 'number') {
    await align(def);
    const { number, fresh } = await numbers.reserve(def.path, sender.commandId, { durable: def.parent !== undefined });
    return { key: number, fresh, given: true };
  }
  await numbers.atLeast(def.path, fixed);
  return { key: fixed };
}

/**
 * Key of the parent's record: the child's own key, what the command says, or what the read table
 * knows (deleted rows included). Only to find the stream: existence and rights are judged on that.
 */
export async function parentOf(
  deps: Pick<Needs, 'readDb'>,
  def: AnyRegister,
  key: string | number,
  command?: Command,
): Promise<string | number | null> {
  if (!def.parent) return null;
  if (def.parent.field === def.key.field) return key;
  const said = command && command.action !== 'named' ? command.values?.[def.parent.field] : undefined;
  if (said !== null && said !== undefined && said !== '') return said;
  if (command?.action === 'create') return null;
  return parentKey(deps.readDb, def, key);
}

/** A named command is judged by its key and the version read, as a change is. */
function resolvable(command: Command): RecordCommand {
  return command.action === 'named'
    ? { register: command.register, action: 'change', key: command.key, readVersion: command.readVersion ?? null }
    : command;
}

/** `field`: the register's key, unless its records have further numbers, from a sequence of their own. */
type Align = (def: AnyRegister, field?: string, sequence?: string) => Promise<void>;

/**
 * Before the first number a process reserves of a register, the sequence is brought past the
 * highest one the records have, deleted ones included: the log may be younger than the table of
 * the numbers, after a restore from a backup.
 */
export function alignment({ numbers, readDb }: Pick<Dependencies, 'numbers' | 'readDb'>): Align {
  const facts = new Map<string, Promise<void>>();
  const align = async (def: AnyRegister, field: string, sequence: string): Promise<void> => {
    const last = await highest(readDb, def, field);
    if (last !== null) await numbers.atLeast(sequence, last);
  };
  return (def, field = def.key.field, sequence = def.path) => {
    const fact = facts.get(sequence) ?? align(def, field, sequence);
    facts.set(sequence, fact);
    // a failure is this command's; the next one tries again
    fact.catch(() => facts.delete(sequence));
    return fact;
  };
}
