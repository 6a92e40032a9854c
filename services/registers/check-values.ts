import { streamOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { DomainError, type WrongField } from '#contracts/core/errors.ts';
import { faultsOf } from '#contracts/core/faults.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import type { Command } from '#contracts/ports/dispatch.ts';
import { targetsOf } from '#contracts/core/references.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies, Transition } from '../platform/module.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb'> & {
  /** Whether a record of the register that no read table shows yet has this value: those of a rehearsal. */
  madeMeanwhile?(register: string, field: string, value: NonNullable<Values[string]>): boolean;
};

/** Is the record that a command leaves one that the portal takes? Throws with the fields that are in the way. */
export async function checkValues(deps: Deps, def: AnyRegister, command: Command, transition: Transition): Promise<void> {
  if (!transition.after?.exists) return;
  const errors = [...faulty(def, command, transition), ...(await unknownReferences(deps, def, command, transition))];
  if (errors.length > 0) throw new DomainError('RICHIESTA_NON_VALIDA', { errors });
}

/** A whole version comes back as it was, also one of before a rule. */
function faulty(def: AnyRegister, command: Command, { before, after }: Transition): WrongField[] {
  if (command.action === 'named' || (command.action === 'restore' && !command.fields)) return [];
  return Object.entries(faultsOf(def, after?.values ?? {}, command.action === 'create' ? undefined : before?.values)).map(
    ([campo, messaggio]) => ({ campo, messaggio }),
  );
}

/**
 * What a field of kind `existing` is given must be there. What it had already stays, deleted since or
 * not; so does what a restore brings back, unless the record cannot do without it.
 */
async function unknownReferences(deps: Deps, def: AnyRegister, { action }: Command, { before, after }: Transition): Promise<WrongField[]> {
  const errors: WrongField[] = [];
  for (const [name, field] of Object.entries(def.fields)) {
    if (field.kind !== 'ref' || !field.existing || (action === 'restore' && !field.required)) continue;
    const value = after?.values[name] ?? null;
    if (value === null || value === (before?.values[name] ?? null)) continue;
    const found = await Promise.all(
      targetsOf(field).map((target) => isThere(deps, deps.catalogue.known(target.register), target.value, value)),
    );
    if (!found.includes(true)) errors.push({ campo: name, messaggio: `${field.label}: "${value}" non c'è` });
  }
  return errors;
}

/** By its key from the log itself, so that one made a moment ago counts. */
async function isThere(
  { catalogue, store, readDb, madeMeanwhile }: Deps,
  def: AnyRegister,
  field: string,
  value: NonNullable<Values[string]>,
): Promise<boolean> {
  if (field !== def.key.field || def.parent)
    return madeMeanwhile?.(def.path, field, value) === true || (await findRows(readDb, def, { [field]: value })).length > 0;
  return fold(catalogue, await store.read(streamOf(def, value))).get(recordKey(def.path, value))?.exists === true;
}
