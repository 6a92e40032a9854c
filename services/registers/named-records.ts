import { streamOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import type { WrongField } from '#contracts/core/errors.ts';
import type { NewEvent } from '#contracts/core/events.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey, type RecordState } from '#contracts/core/record-state.ts';
import { namedValues, type NamedValue } from '#contracts/core/references.ts';
import type { Command } from '#contracts/ports/dispatch.ts';
import { whichExist, type Sought } from '#projections/registers/existing.queries.ts';
import type { Dependencies, AnyTransition } from '../platform/module.ts';

export type NamedDeps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb' | 'readModelWait'> & {
  /** Records created in a rehearsal, which are in no read table, and values found by earlier lookups (see `rehearsal`). */
  remembered?: KnownRecords;
};

/** Cache of values known to exist, in addition to the read tables. */
export interface KnownRecords {
  has(sought: Sought): boolean;
  add(sought: Sought): void;
  /**
   * The `distinct` values of records that the rehearsal created or changed, by record key. They replace the older values in read tables.
   */
  distinct: Map<string, string>;
}

export interface NotFound extends WrongField {
  /** True if the value exists, but not for the site of the record. */
  ofAnother: boolean;
}

/**
 * Returns the reference fields of a decided record whose value does not exist. Skips values that the record already had. A restored record
 * may refer to a deleted record, except in a required field.
 */
export async function unfoundRecords(
  deps: NamedDeps,
  def: AnyRegister,
  { action }: Command,
  { before, after }: AnyTransition,
): Promise<NotFound[]> {
  const named = namedValues(def, after?.values ?? {}, before?.exists ? before.values : {});
  if (named.length === 0) return [];
  const sought = named.map((one) => soughtFor(deps, one, action === 'restore' && def.fields[one.campo]?.required !== true));
  const found = await findAll(deps, sought);
  return named.flatMap((one, i) => (found[i] ? [] : [notFound(deps, def, one)]));
}

const soughtFor = ({ catalogue }: NamedDeps, { value, targets }: NamedValue, deleted: boolean): Sought[] =>
  targets.map((target) => ({
    def: catalogue.registerOrThrow(target.register),
    field: target.value,
    value,
    deleted,
    ...(target.parent === undefined ? {} : { parent: target.parent }),
  }));

/** Tells for each list whether one of its values exists. Reads the log only for values that are missing in the read tables. */
async function findAll(deps: NamedDeps, lists: readonly Sought[][]): Promise<boolean[]> {
  const found = lists.map((list) => list.some((one) => deps.remembered?.has(one)));
  await ask(deps, lists, found);
  if (found.every(Boolean)) return found;
  const recent = await Promise.all(lists.map(async (list, i) => found[i] === true || (await anyInLog(deps, list))));
  // a value that is not a key cannot be found by its stream, so wait until the read tables reach the head of the log
  const head = recent.every(Boolean) ? null : await deps.store.head();
  if (head !== null && (await deps.readModelWait.until(head))) await ask(deps, lists, recent);
  return recent;
}

/** Looks up the lists without a `true` in `exists` in one query. Sets `exists` for those with an existing value. */
async function ask({ readDb, remembered }: NamedDeps, lists: readonly Sought[][], exists: boolean[]): Promise<void> {
  const pending = lists.flatMap((list, at) => (exists[at] ? [] : list.map((one) => ({ one, at }))));
  const existing = await whichExist(
    readDb,
    pending.map(({ one }) => one),
  );
  pending.forEach(({ one, at }, i) => {
    if (!existing[i]) return;
    exists[at] = true;
    remembered?.add(one);
  });
}

const anyInLog = async (deps: NamedDeps, list: readonly Sought[]): Promise<boolean> =>
  (await Promise.all(list.map((one) => inLog(deps, one)))).includes(true);

/**
 * Tells whether the log contains a record, looked up by its key or among its parent's children. Finds records that are not yet in the read
 * tables.
 */
async function inLog({ catalogue, store }: NamedDeps, { def, field, value, parent, deleted }: Sought): Promise<boolean> {
  const counts = (record: RecordState | undefined): boolean => record !== undefined && (record.exists || deleted);
  if (parent !== undefined) {
    const records = [...fold(catalogue, await store.read(streamOf(def, parent))).values()];
    return records.some((record) => record.table === def.path && record.values[field] === value && counts(record));
  }
  if (field !== def.key.field || def.parent) return false;
  return counts(fold(catalogue, await store.read(streamOf(def, value))).get(recordKey(def.path, value)));
}

function notFound({ catalogue }: NamedDeps, def: AnyRegister, { campo, value }: NamedValue): NotFound {
  const field = def.fields[campo]!;
  if (field.kind !== 'ref' || !field.among) return { campo, messaggio: `${field.label}: "${value}" non c'è`, ofAnother: false };
  const { article } = catalogue.registerOrThrow(field.register).labels;
  const messaggio = `${article[0]!.toUpperCase()}${article.slice(1)} "${value}" non è tra quelle del cantiere.`;
  return { campo, messaggio, ofAnother: true };
}

/** Creates the cache of a rehearsal: values found and records created. */
export function rehearsalCache(): KnownRecords & { addRecord(def: AnyRegister, values: Values): void } {
  const cache = new Set<string>();
  const name = ({ def, field, value, parent }: Pick<Sought, 'def' | 'field' | 'value' | 'parent'>): string =>
    JSON.stringify([def.path, field, String(value), parent ?? null]);
  return {
    has: (sought) => cache.has(name(sought)),
    distinct: new Map(),
    add: (sought) => cache.add(name(sought)),
    addRecord(def, values) {
      for (const field of [def.key.field, ...Object.keys(def.fields)]) {
        const value = values[field] ?? null;
        if (value === null) continue;
        cache.add(name({ def, field, value }));
        if (def.parent) cache.add(name({ def, field, value, parent: values[def.parent.field]! }));
      }
    },
  };
}

/**
 * Returns a listener that calls `addRecord` for each event that creates a record, since later rows may refer to the record by any of its fields.
 */
export function onCreated(
  registers: readonly AnyRegister[],
  addRecord: (def: AnyRegister, values: Values) => void,
): (event: NewEvent) => void {
  const byType = new Map(registers.map((def) => [def.events.created, def]));
  return ({ type, data }) => {
    const def = byType.get(type);
    if (def) addRecord(def, data as Values);
  };
}
