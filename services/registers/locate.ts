import { DomainError } from '#contracts/core/errors.ts';
import { isTrusted, type Command, type RecordCommand, type Sender } from '#contracts/ports/dispatch.ts';
import { highest, parentKey } from '#projections/registers/record.queries.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Dependencies } from '../platform/module.ts';
import type { ResolvedCommand } from './register.decider.ts';

export interface LocateDeps extends Pick<Dependencies, 'numbers' | 'readDb'> {
  /** Raises the register's sequence to the highest number in use (see `sequenceRaiser`). */
  raiseSequence(def: AnyRegister): Promise<void>;
}

/** Place of a command's record. */
export interface RecordLocation {
  stream: string;
  command: ResolvedCommand;
  /** True if the key was reserved by this command, so the stream is known to be empty. */
  streamIsEmpty: boolean;
  /** True if the portal assigned the number, false if the sender chose it. */
  numberIsAssigned: boolean;
}

/** Finds the key of a command's record, its parent's key, and the stream that holds both. Throws 404 if the parent is not found. */
export async function locate(deps: LocateDeps, def: AnyRegister, command: Command, sender: Sender): Promise<RecordLocation> {
  const {
    key,
    streamIsEmpty = false,
    numberIsAssigned = false,
  } = command.action === 'create' ? await newKey(deps, def, command, sender) : { key: command.key };
  if (key === undefined) throw new DomainError('SCONOSCIUTO');
  if (!def.parent) return { stream: streamOf(def, key), command: { ...asRecordCommand(command), key }, streamIsEmpty, numberIsAssigned };
  const parent = await parentOf(deps, def, key, command);
  if (parent === null) throw new DomainError('SCONOSCIUTO');
  return { stream: streamOf(def, parent), command: { ...asRecordCommand(command), key, parent }, streamIsEmpty: false, numberIsAssigned };
}

async function newKey(
  { numbers, raiseSequence }: LocateDeps,
  def: AnyRegister,
  command: Command,
  sender: Sender,
): Promise<{ key: string | number; streamIsEmpty?: boolean; numberIsAssigned?: boolean }> {
  if (def.key.kind === 'natural') return { key: command.key ?? '' };
  // imported records keep their numbers, since other imported records refer to them
  const chosenNumber = isTrusted(sender) || sender.origine === 'importazione' ? command.key : undefined;
  if (typeof chosenNumber !== 'number') {
    await raiseSequence(def);
    const { number, isNew: streamIsEmpty } = await numbers.reserve(def.path, sender.commandId, { durable: def.parent !== undefined });
    return { key: number, streamIsEmpty, numberIsAssigned: true };
  }
  await numbers.atLeast(def.path, chosenNumber);
  return { key: chosenNumber };
}

/**
 * Returns the key of the parent's record: from the child's own key, from the command, or from the read table, deleted rows included. Used
 * only to find the stream; existence and rights are checked on the stream.
 */
export async function parentOf(
  deps: Pick<LocateDeps, 'readDb'>,
  def: AnyRegister,
  key: string | number,
  command?: Command,
): Promise<string | number | null> {
  if (!def.parent) return null;
  if (def.parent.field === def.key.field) return key;
  const sentParent = command && command.action !== 'named' ? command.values?.[def.parent.field] : undefined;
  if (sentParent !== null && sentParent !== undefined && sentParent !== '') return sentParent;
  if (command?.action === 'create') return null;
  return parentKey(deps.readDb, def, key);
}

/** Converts a named command to a change with the same key and read version, since both are located alike. */
function asRecordCommand(command: Command): RecordCommand {
  return command.action === 'named'
    ? { register: command.register, action: 'change', key: command.key, readVersion: command.readVersion ?? null }
    : command;
}

/** Raises a sequence to the highest number in `field`: the key by default, or another numbered field with its own sequence. */
type RaiseSequence = (def: AnyRegister, field?: string, sequence?: string) => Promise<void>;

/**
 * Creates the function that raises a sequence to the highest number in use, deleted records included. After a restore from a backup, the
 * log may contain numbers that are missing from the table of numbers. Each sequence is raised once per process.
 */
export function sequenceRaiser({ numbers, readDb }: Pick<Dependencies, 'numbers' | 'readDb'>): RaiseSequence {
  const raised = new Map<string, Promise<void>>();
  const raiseSequence = async (def: AnyRegister, field: string, sequence: string): Promise<void> => {
    const last = await highest(readDb, def, field);
    if (last !== null) await numbers.atLeast(sequence, last);
  };
  return (def, field = def.key.field, sequence = def.path) => {
    const raising = raised.get(sequence) ?? raiseSequence(def, field, sequence);
    raised.set(sequence, raising);
    // a failure rejects only this command, and the next one tries again
    raising.catch(() => raised.delete(sequence));
    return raising;
  };
}
