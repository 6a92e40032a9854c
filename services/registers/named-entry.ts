import { streamOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import type { RecordCommand } from '#contracts/ports/dispatch.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies } from '../platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb'>;

/**
 * Reference to an entry of a master list, which a record holds as two fields: the entry's number and its text. `leads` is the field that
 * wins if they disagree.
 */
export interface EntryFields {
  list: AnyRegister;
  number: string;
  text: string;
  /** Name of the list's field that contains the text. */
  value: string;
  leads: 'number' | 'text';
}

/** Completes a command so that both fields of each reference match. Clears both fields if one of them is cleared. */
export async function completeReferences(deps: Deps, command: RecordCommand, entries: readonly EntryFields[]): Promise<RecordCommand> {
  if (!command.values) return command;
  let { values } = command;
  for (const entry of entries) values = { ...values, ...(await otherName(deps, values, entry)) };
  return { ...command, values };
}

/**
 * Returns the values that a reference adds. The leading field determines the other one; if only the other field is set, it determines the
 * leading one.
 */
async function otherName(deps: Deps, values: Values, named: EntryFields): Promise<Values> {
  const { number, text, leads } = named;
  const [first, second] = leads === 'number' ? [number, text] : [text, number];
  const find = (field: string) => (field === number ? textOf(deps, named, values[number]) : numberOf(deps, named, values[text]));
  if (values[first] !== undefined && values[first] !== null) return (await find(first)) ?? {};
  if (values[second] !== undefined && values[second] !== null) return (await find(second)) ?? {};
  return values[first] === null || values[second] === null ? { [first]: null, [second]: null } : {};
}

async function textOf(
  { catalogue, store }: Deps,
  { list, text, value }: EntryFields,
  number: Values[string] | undefined,
): Promise<Values | null> {
  const entry = fold(catalogue, await store.read(streamOf(list, number ?? ''))).get(recordKey(list.path, number ?? ''));
  return entry?.exists ? { [text]: entry.values[value] ?? null } : null;
}

async function numberOf({ readDb }: Deps, { list, number, value }: EntryFields, text: Values[string] | undefined): Promise<Values | null> {
  const [entry] = await findRows(readDb, list, { [value]: text ?? null });
  return entry ? { [number]: Number(entry[list.key.field]) } : null;
}
