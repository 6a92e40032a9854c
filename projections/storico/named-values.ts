import type { Values } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { HistoryField } from '#contracts/core/history.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import type { Key, StateOf } from '../engine/stateful.ts';

/** Returns, by field, the records that a record references by a sequence number, which readers do not recognise. */
function numberedReferences(
  { register }: Catalogue,
  table: string,
  values: Readonly<Record<string, unknown>>,
): { field: string; key: Key; show: string | undefined }[] {
  return Object.entries(register(table)?.fields ?? {}).flatMap(([name, field]) => {
    const value = values[name];
    if (field.kind !== 'ref' || !field.numeric || value === null || value === undefined) return [];
    return register(field.register)?.key.field === field.value
      ? [{ field: name, key: [field.register, String(value)], show: field.show[0] }]
      : [];
  });
}

/** Returns the keys of the records that these values reference by number. */
export const numberedKeys = (catalogue: Catalogue, table: string, values: Values): Key[] =>
  numberedReferences(catalogue, table, values).map(({ key }) => key);

/** Adds to fields with a number the name that the referenced record had at that time. */
export function withNames(
  catalogue: Catalogue,
  table: string,
  fields: readonly HistoryField[],
  stateOf: StateOf<RecordState>,
): HistoryField[] {
  const names = (side: 'prima' | 'dopo') =>
    new Map(
      numberedReferences(catalogue, table, Object.fromEntries(fields.map((field) => [field.campo, field[side]]))).flatMap(
        ({ field, key, show }) => {
          const name = show === undefined ? undefined : stateOf(...key)?.values[show];
          return typeof name === 'string' && name !== '' ? [[field, name] as const] : [];
        },
      ),
    );
  const [before, after] = [names('prima'), names('dopo')];
  if (before.size + after.size === 0) return [...fields];
  return fields.map((field) => {
    const [primaNome, dopoNome] = [before.get(field.campo), after.get(field.campo)];
    return { ...field, ...(primaNome === undefined ? {} : { primaNome }), ...(dopoNome === undefined ? {} : { dopoNome }) };
  });
}
