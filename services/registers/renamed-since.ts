import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { formerlyNamed } from '#projections/storico/storico.queries.ts';
import type { Dependencies } from '../platform/module.ts';
import { stateAtVersion, type ResolvedCommand } from './register.decider.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb'>;

/**
 * Returns the current names of master list entries to which a version of a record refers, by field. A rename updates only existing records,
 * so a restored one is updated here. The name of a deleted entry is kept.
 */
export async function currentNames(deps: Deps, def: AnyRegister, stream: string, { key, version = 0 }: ResolvedCommand): Promise<Values> {
  const fields = Object.entries(def.fields).flatMap(([name, field]) => {
    if (field.kind !== 'ref' && field.kind !== 'multi') return [];
    const list = deps.catalogue.registerOrThrow(field.register);
    return field.value === list.key.field ? [] : [{ name, list, value: field.value, several: field.kind === 'multi' }];
  });
  if (fields.length === 0) return {};
  const then = stateAtVersion(deps.catalogue, await deps.store.read(stream), version).get(recordKey(def.path, key))?.values ?? {};
  const renamed: Values = {};
  for (const { name, list, value, several } of fields) {
    const held = then[name];
    if (typeof held !== 'string' || held === '') continue;
    const names = several ? held.split(', ') : [held];
    renamed[name] = (await Promise.all(names.map((one) => nameToday(deps, list, value, one)))).join(', ');
  }
  return renamed;
}

async function nameToday({ catalogue, store, readDb }: Deps, list: AnyRegister, field: string, name: string): Promise<string> {
  if ((await findRows(readDb, list, { [field]: name })).length > 0) return name;
  const id = await formerlyNamed(readDb, list.path, field, name);
  const entry = id === null ? undefined : fold(catalogue, await store.read(`${list.path}-${id}`)).get(recordKey(list.path, id));
  const today = entry?.exists ? entry.values[field] : null;
  return typeof today === 'string' && today !== '' ? today : name;
}
