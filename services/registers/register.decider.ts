import { registerEventOf } from '#contracts/core/facts.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { Decision } from '#contracts/core/events.ts';
import { erasedIn } from '#contracts/core/erased-versions.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister, Derivation, Values } from '#contracts/core/define-register.ts';
import { fold } from '#contracts/core/fold.ts';
import type { LocatedCommand, RecordCommand } from '#contracts/ports/dispatch.ts';
import { recordKey, type ReadEvent, type RecordState, type StreamState } from '#contracts/core/record-state.ts';

/** A located command with what its decision takes from other records. */
export interface ResolvedCommand extends LocatedCommand {
  /** Derives values from the record's other values while the command is decided. May throw to refuse the command. */
  derive?: Derivation | undefined;
  /** Current names for the reference fields of a restored version whose entries were renamed since. */
  renamed?: Values | undefined;
}

/**
 * Decides the events of a command on one record, from the state of the record's stream. Permission is checked by the caller. A restore
 * reads the values of an earlier version from `events`, the events of the same stream. Throws a `DomainError` to refuse.
 */
export function decide(
  catalogue: Catalogue,
  def: AnyRegister,
  command: ResolvedCommand,
  { state, events = [] }: { state: StreamState; events?: readonly ReadEvent[] },
): Decision[] {
  checkParent(def, command, state);
  const decisions = DECIDERS[command.action](def, command, state, { catalogue, events });
  if (command.action === 'delete' || decisions.length === 0) return decisions;
  if (command.action !== 'restore' || command.fields) checkPeriods(def, command, state, decisions);
  checkUniqueness(def, command, state, decisions);
  checkSiblings(def, command, state);
  const after: Values = { ...state.get(recordKey(def.path, command.key))?.values, ...(decisions[0]?.data as Values) };
  return [...decisions, ...inheritedChanges(catalogue.childrenOf(def), state, after)];
}

/** Events of the stream, from which a restore rebuilds an earlier version. */
interface StreamHistory {
  catalogue: Catalogue;
  events: readonly ReadEvent[];
}

type Decider = (def: AnyRegister, command: ResolvedCommand, state: StreamState, history: StreamHistory) => Decision[];

const DECIDERS: Record<RecordCommand['action'], Decider> = { create, change, delete: remove, restore };

function create(def: AnyRegister, command: ResolvedCommand, state: StreamState): Decision[] {
  const { key } = command;
  if (String(key).trim() === '') {
    throw new DomainError(def.key.whenEmpty ?? 'RICHIESTA_NON_VALIDA', {
      errors: [{ campo: def.key.field, messaggio: `Manca ${def.key.label}` }],
    });
  }
  const record = state.get(recordKey(def.path, key));
  if (record?.exists) throw new DomainError('DUPLICATO', { message: takenSentence(def, key) });
  // the key of a deleted child can be used again; a key with a stream of its own cannot, since that stream holds the old record's history
  if (record && !def.parent) {
    throw new DomainError('DUPLICATO', {
      message: `${def.key.label} "${key}" appartiene a un record eliminato: un amministratore può ripristinarlo dallo storico.`,
    });
  }
  const given = knownFields(def, command.values);
  const data = Object.fromEntries(
    Object.entries({ ...given, ...deriveValues(def, command, state, { after: given }) }).filter(([, value]) => value !== null),
  );
  return [registerEventOf(def, 'created', { ...data, [def.key.field]: key, ...parentField(def, command) })];
}

/** Returns the message for a key that is taken, after the register's own sentence for a failed creation if it has one. */
function takenSentence({ key: { label }, messages: { createError } }: AnyRegister, key: string | number): string {
  return `${createError ? `${createError}: ` : ''}${label} "${key}" esiste già.`;
}

function change(def: AnyRegister, command: ResolvedCommand, state: StreamState): Decision[] {
  const record = requireExisting(def, command, state);
  const given = knownFields(def, command.values);
  const data = differences(record.values, {
    ...given,
    ...deriveValues(def, command, state, { after: { ...record.values, ...given }, before: record.values }),
  });
  return Object.keys(data).length === 0 ? [] : [registerEventOf(def, 'changed', { [def.key.field]: command.key, ...data })];
}

function remove(def: AnyRegister, command: ResolvedCommand, state: StreamState): Decision[] {
  requireExisting(def, command, state);
  return [registerEventOf(def, 'deleted', { [def.key.field]: command.key })];
}

function restore(def: AnyRegister, command: ResolvedCommand, state: StreamState, { catalogue, events }: StreamHistory): Decision[] {
  const key = recordKey(def.path, command.key);
  const record = state.get(key);
  if (!record) throw new DomainError('SCONOSCIUTO');
  checkVersion(record, command);
  const atThatTime = stateAtVersion(catalogue, events, command.version ?? 0).get(key);
  if (!atThatTime) throw new DomainError('VERSIONE_SCONOSCIUTA');
  // a field that had no value at the restored version is cleared
  const restored = {
    ...emptyValues(record.values),
    ...atThatTime.values,
    ...command.renamed,
    ...withoutErased(record, atThatTime, events),
  };
  const data = differences(
    record.values,
    command.fields ? chosenFields(def, command, state, { now: record.values, restored }) : restoredWhole(def, command, state, restored),
  );
  if (record.exists && Object.keys(data).length === 0) return [];
  return [registerEventOf(def, 'restored', { [def.key.field]: command.key, ...data })];
}

/** Returns today's values of the fields whose document was erased, so that a restore leaves these fields unchanged. */
function withoutErased(now: RecordState, { files }: RecordState, events: readonly ReadEvent[]): Values {
  const erased = erasedIn(events);
  const gone = Object.entries(files).filter(([, { percorso, versione }]) => erased({ percorso, file_versione: versione }));
  return Object.fromEntries(gone.map(([field]) => [field, now.values[field] ?? null]));
}

/** Returns all values of the restored version. Computed fields are computed again, from today's parent and prices. */
function restoredWhole(def: AnyRegister, command: ResolvedCommand, state: StreamState, restored: Values): Values {
  const made = Object.entries(deriveValues(def, command, state, { after: restored, before: restored })).filter(
    ([field]) => def.fields[field]?.computed === true,
  );
  return { ...restored, ...Object.fromEntries(made) };
}

/** Returns the chosen fields of the restored version, with the values derived from them and the other current values. */
function chosenFields(
  def: AnyRegister,
  command: ResolvedCommand,
  state: StreamState,
  { now, restored }: { now: Values; restored: Values },
): Values {
  const wanted = new Set(command.fields);
  const restoredFields = knownFields(
    def,
    Object.fromEntries(Object.entries(restored).filter(([field]) => wanted.has(field) && def.fields[field]?.computed !== true)),
  );
  return { ...restoredFields, ...deriveValues(def, command, state, { after: { ...now, ...restoredFields }, before: now }) };
}

/** Returns the state of the stream right after its event number `version`; empty if there is no such event. */
export function stateAtVersion(catalogue: Catalogue, events: readonly ReadEvent[], version: number): StreamState {
  const until = events.filter((event) => event.version <= version);
  return version > 0 && version <= events.length ? fold(catalogue, until) : new Map();
}

function checkParent(def: AnyRegister, command: ResolvedCommand, state: StreamState): void {
  if (!def.parent) return;
  const parent = command.parent === undefined ? undefined : state.get(recordKey(def.parent.register, command.parent));
  if (!parent?.exists) throw new DomainError('SCONOSCIUTO');
}

/** Returns the record of a command. Throws 404 if it does not exist, 409 if its version is not the one that was read. */
export function requireExisting(def: AnyRegister, command: ResolvedCommand, state: StreamState): RecordState {
  const record = state.get(recordKey(def.path, command.key));
  if (!record?.exists) throw new DomainError('SCONOSCIUTO');
  checkVersion(record, command);
  return record;
}

function checkVersion(record: RecordState, { readVersion }: ResolvedCommand): void {
  if (readVersion === null || readVersion === undefined || record.version === readVersion) return;
  throw new DomainError('VERSIONE_SUPERATA', {
    extra: { attuale: record.values, versione: record.version, utente: record.modifiedBy, quando: record.modified },
  });
}

/** Returns the values of the register's fields, without unknown fields and without the parent's key, which cannot change. */
function knownFields(def: AnyRegister, values: Values = {}): Values {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => Object.hasOwn(def.fields, field) && field !== def.parent?.field && value !== undefined,
    ),
  );
}

/** Returns the field with the parent's key, for a child that keeps it in a field of its own; otherwise no field. */
function parentField(def: AnyRegister, { parent }: ResolvedCommand): Values {
  return def.parent && parent !== undefined && Object.hasOwn(def.fields, def.parent.field) ? { [def.parent.field]: parent } : {};
}

/** Derives values from the parent, then a rule, then the definition; the later wins. */
function deriveValues(
  def: AnyRegister,
  command: ResolvedCommand,
  state: StreamState,
  { after, before }: { after: Values; before?: Values },
): Values {
  const parent = def.parent && command.parent !== undefined ? state.get(recordKey(def.parent.register, command.parent))?.values : undefined;
  const inherited = Object.fromEntries(Object.entries(def.inherits ?? {}).map(([own, theirs]) => [own, parent?.[theirs] ?? null]));
  const fromRule = command.derive?.({ ...after, ...inherited }, before, parent) ?? {};
  return { ...inherited, ...fromRule, ...def.derive?.({ ...after, ...inherited, ...fromRule }, before) };
}

/** Returns the change events of children whose inherited values differ from the parent's `values`. */
function inheritedChanges(children: readonly AnyRegister[], state: StreamState, values: Values): Decision[] {
  return children
    .filter((child) => child.inherits)
    .flatMap((child) =>
      [...state.values()]
        .filter((record) => record.table === child.path && record.exists)
        .flatMap(({ id, values: own }) => {
          const taken = Object.fromEntries(Object.entries(child.inherits ?? {}).map(([field, theirs]) => [field, values[theirs] ?? null]));
          const data = differences(own, taken);
          const number = child.key.kind === 'sequence' ? Number(id) : id;
          return Object.keys(data).length === 0 ? [] : [registerEventOf(child, 'changed', { [child.key.field]: number, ...data })];
        }),
    );
}

function differences(before: Values, after: Values): Values {
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => (before[field] ?? null) !== value));
}

function emptyValues(values: Values): Values {
  return Object.fromEntries(Object.keys(values).map((field) => [field, null]));
}

/** Checks only periods that the command changes, so that a record older than the rule can still be edited. */
function checkPeriods(def: AnyRegister, { key }: ResolvedCommand, state: StreamState, [decision]: readonly Decision[]): void {
  const touched = (decision?.data ?? {}) as Values;
  const after: Values = { ...state.get(recordKey(def.path, key))?.values, ...touched };
  for (const [from, to] of def.periods ?? []) {
    const [start, end] = [after[from], after[to]];
    if (!(from in touched || to in touched) || !start || !end || end >= start) continue;
    throw new DomainError('RICHIESTA_NON_VALIDA', {
      errors: [{ campo: to in touched ? to : from, messaggio: 'Il periodo finisce prima di cominciare' }],
    });
  }
}

/** Refuses a value that a sibling has. The siblings share one stream, whose version check excludes a race. */
function checkUniqueness(def: AnyRegister, command: ResolvedCommand, state: StreamState, decisions: readonly Decision[]): void {
  if (!def.unique) return;
  const { field, message } = def.unique;
  const mine = recordKey(def.path, command.key);
  const value = decisions[0]?.data[field] ?? state.get(mine)?.values[field];
  for (const [key, record] of state) {
    if (key !== mine && record.table === def.path && record.exists && record.values[field] === value)
      throw new DomainError('DUPLICATO', { message });
  }
}

/** Checks on creation the maximum number of siblings (`limit`), and that a record of the register in `needs` exists. */
function checkSiblings(def: AnyRegister, command: ResolvedCommand, state: StreamState): void {
  if (state.get(recordKey(def.path, command.key))?.exists) return;
  const count = (table: string) => [...state.values()].filter((record) => record.table === table && record.exists).length;
  if (def.limit && count(def.path) >= def.limit.max) throw new DomainError('LIMITE_RAGGIUNTO', { message: def.limit.message });
  if (def.needs && count(def.needs.register) === 0) throw new DomainError(def.needs.code);
}
