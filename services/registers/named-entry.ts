import { streamOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import type { RecordCommand } from '#contracts/ports/dispatch.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies } from '../platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb'>;

/** An entry of a master list as a record names it: by its number and by its text, one of which decides. */
export interface Named {
  list: AnyRegister;
  number: string;
  text: string;
  /** Field of the list that holds the text. */
  value: string;
  leads: 'number' | 'text';
}

/** Both names of each entry, wherever the values have one of them; both empty where it is cleared. */
export async function bothNames(deps: Deps, command: RecordCommand, entries: readonly Named[]): Promise<RecordCommand> {
  if (!command.values) return command;
  let { values } = command;
  for (const entry of entries) values = { ...values, ...(await otherName(deps, values, entry)) };
  return { ...command, values };
}

/** The name that follows from the one that decides; from the other where that is all there is. */
async function otherName(deps: Deps, values: Values, named: Named): Promise<Values> {
  const { number, text, leads } = named;
  const [first, second] = leads === 'number' ? [number, text] : [text, number];
  const find = (field: string) => (field === number ? textOf(deps, named, values[number]) : numberOf(deps, named, values[text]));
  if (values[first] !== undefined && values[first] !== null) return (await find(first)) ?? {};
  if (values[second] !== undefined && values[second] !== null) return (await find(second)) ?? {};
  return values[first] === null || values[second] === null ? { [first]: null, [second]: null } : {};
}

async function textOf(
  { catalogue, store }: Deps,
  { list, text, value }: Named,
  number: Values[string] | undefined,
): Promise<Values | null> {
  const entry = fold(catalogue, await store.read(streamOf(list, number ?? ''))).get(recordKey(list.path, number ?? ''));
  return entry?.exists ? { [text]: entry.values[value] ?? null } : null;
}

async function numberOf({ readDb }: Deps, { list, number, value }: Named, text: Values[string] | undefined): Promise<Values | null> {
  const [entry] = await findRows(readDb, list, { [value]: text ?? null });
  return entry ? { [number]: Number(entry[list.key.field]) } : null;
}
