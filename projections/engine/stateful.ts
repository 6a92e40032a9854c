import { sql } from 'kysely';
import { oncePer } from '#contracts/core/once-per.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { eb, statements, type AnyQuery } from '../database/compiled.ts';
import { upsertRows } from './bulk.ts';
import type { Column, Target } from './columns.ts';
import type { RecordEvent } from './record-events.ts';
import type { Projection } from './projection.ts';
import { together, type BatchTransaction } from './transaction.ts';

/** Values of a state's key columns, in the order of `target.key`. */
export type Key = readonly (string | number)[];

type Row = Record<string, unknown>;

/** Returns a state that the batch has read or changed; undefined if there is none. */
export type StateOf<S> = (...key: Key) => S | undefined;

/** A state that a batch has changed. `before` is undefined for a new one. */
export interface Change<S> {
  before: S | undefined;
  after: S;
}

/** One applied event. `stateOf` returns the states before it. */
export interface AppliedEvent<S, E> extends Change<S> {
  recordEvent: E;
  stateOf: StateOf<S>;
}

/** A projection that keeps one state per key: what it reads, how an event changes a state, and what is written. */
export interface Stateful<S, E extends RecordEvent = RecordEvent> {
  /** Table of the states. */
  target: Target;
  /** Selects the events of a batch, in order. */
  select(events: readonly StoredEvent[]): readonly E[];
  /** Key of the state that an event changes; `null` for an event of a whole group. */
  key(recordEvent: E): Key | null;
  /** Events that change every state of a group, such as the children of a parent: by the group's name in the event and in the state. */
  group?: { column: string; nameInEvent(recordEvent: E): string | null; nameInState(state: S): string };
  /** Names further states that an event's row needs, when the states that the events change are read. */
  needs?(recordEvent: E, stateOf: StateOf<S>): readonly Key[];
  /** Converts a stored row to a state, and back. */
  load(row: Row): S;
  store(state: S): Row;
  /** Version of the last event that changed the state; the event is skipped if it is not newer. */
  version(state: S, recordEvent: E): number;
  /** Returns the state after an event: the same object if the event changes nothing, undefined if there is no state before and after. */
  evolve(before: S | undefined, recordEvent: E): S | undefined;
  /** A row of another table for each applied event, also for one that leaves the state as it is; `null` for no row. */
  perEvent?: { target: Target; row(step: AppliedEvent<S, E>): Row | null };
  /** Writes the tables that follow from the changed states. `states` are all that were read; the upserts of the changed ones are already sent. */
  rows?(
    tx: BatchTransaction,
    changes: readonly Change<S>[],
    batch: { recordEvents: readonly E[]; states: Iterable<S> },
  ): void | Promise<void>;
}

/** NUL occurs in no key, since `current` in record-events.ts removes it from events. */
const textOf = (key: Key): string => key.join('\u0000');

const keyTexts = (key: Key | null): string[] => (key === null ? [] : [textOf(key)]);

const byText = (keys: readonly (Key | null)[]): Map<string, Key> =>
  new Map(keys.flatMap((key) => (key === null ? [] : [[textOf(key), key]])));

/**
 * Builds the `apply` of a projection with states. A batch is folded in memory: each state is read once and written once, and an event is
 * applied at most once.
 */
export function stateful<S, E extends RecordEvent = RecordEvent>(projection: Stateful<S, E>): Pick<Projection, 'apply'> {
  return {
    async apply(tx, events) {
      const recordEvents = projection.select(events);
      if (recordEvents.length === 0) return;
      const states = await readStates(tx, projection, recordEvents);
      const { firsts: statesBefore, perEvent } = fold(projection, states, recordEvents);
      const changes = [...statesBefore].map(([key, before]) => ({ before, after: states.get(key)! }));
      if (projection.perEvent) upsertRows(tx, projection.perEvent.target, perEvent);
      upsertRows(
        tx,
        projection.target,
        changes.map(({ after }) => projection.store(after)),
      );
      await projection.rows?.(tx, changes, { recordEvents, states: states.values() });
    },
  };
}

/** Applies the events to `states`. Returns the rows per event, and for each changed key its state before the batch. */
function fold<S, E extends RecordEvent>(projection: Stateful<S, E>, states: Map<string, S>, recordEvents: readonly E[]) {
  const statesBefore = new Map<string, S | undefined>();
  const perEvent: Row[] = [];
  const stateOf: StateOf<S> = (...key) => states.get(textOf(key));
  for (const recordEvent of recordEvents) {
    for (const key of touchedBy(projection, states, recordEvent)) {
      const before = states.get(key);
      if (before !== undefined && recordEvent.event.version <= projection.version(before, recordEvent)) continue;
      const after = projection.evolve(before, recordEvent);
      if (after === undefined) continue;
      const row = projection.perEvent?.row({ recordEvent, before, after, stateOf });
      if (row) perEvent.push(row);
      if (after === before) continue;
      if (!statesBefore.has(key)) statesBefore.set(key, before);
      states.set(key, after);
    }
  }
  return { firsts: statesBefore, perEvent };
}

function touchedBy<S, E extends RecordEvent>({ key, group }: Stateful<S, E>, states: ReadonlyMap<string, S>, recordEvent: E): string[] {
  const name = group?.nameInEvent(recordEvent) ?? null;
  if (group && name !== null) return [...states].flatMap(([text, state]) => (group.nameInState(state) === name ? [text] : []));
  return keyTexts(key(recordEvent));
}

async function readStates<S, E extends RecordEvent>(
  tx: BatchTransaction,
  projection: Stateful<S, E>,
  recordEvents: readonly E[],
): Promise<States<S>> {
  const keys = byText(recordEvents.map((recordEvent) => projection.key(recordEvent)));
  const groups = [...new Set(recordEvents.flatMap((recordEvent) => projection.group?.nameInEvent(recordEvent) ?? []))];
  const [byKey, byGroup] = await together([readKeys(tx, projection, keys), readGroups(tx, projection, groups)]);
  const states = new Map([...byKey, ...byGroup]);
  const stateOf: StateOf<S> = (...key) => states.get(textOf(key));
  const needed = byText(recordEvents.flatMap((recordEvent) => projection.needs?.(recordEvent, stateOf) ?? []));
  for (const text of keys.keys()) needed.delete(text);
  for (const [text, state] of await readKeys(tx, projection, needed)) states.set(text, state);
  return states;
}

type States<S> = Map<string, S>;

function readKeys<S, E extends RecordEvent>(
  tx: BatchTransaction,
  projection: Stateful<S, E>,
  keys: ReadonlyMap<string, Key>,
): Promise<States<S>> {
  return keys.size > 0 ? readRows(tx, projection, ofKeys(projection.target, [...keys.values()])) : Promise.resolve(new Map());
}

function readGroups<S, E extends RecordEvent>(
  tx: BatchTransaction,
  projection: Stateful<S, E>,
  groups: readonly string[],
): Promise<States<S>> {
  if (!projection.group || groups.length === 0) return Promise.resolve(new Map());
  const { target, group } = projection;
  const ofGroups = eb(eb.ref(group.column), '=', eb.fn.any(eb.val(groups)));
  return readRows(tx, projection, statements.selectFrom(target.table).selectAll().where(ofGroups));
}

async function readRows<S, E extends RecordEvent>(
  tx: BatchTransaction,
  { target, load }: Stateful<S, E>,
  statement: AnyQuery<Row>,
): Promise<States<S>> {
  const rows = await tx.query(statement);
  return new Map(rows.map((row) => [textOf(target.key.map((name) => String(row[name]))), load(row)]));
}

/** Builds the statement that reads the rows of these keys. */
function ofKeys(target: Target, keys: readonly Key[]): AnyQuery<Row> {
  const columns = keyColumns(target);
  const values = columns.map(({ type }, at) => eb.cast<Key>(eb.val(keys.map((key) => key[at])), sql.raw(`${type}[]`)));
  const [first, ...others] = columns;
  const ofFirst = eb(eb.ref(first!.name), '=', eb.fn.any(values[0]!));
  if (others.length === 0) return statements.selectFrom(target.table).selectAll().where(ofFirst);
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  return sql<Row>`select t.* from ${sql.table(target.table)} t join unnest(${sql.join(values)}) as k(${names}) using (${names})`;
}

const keyColumns = oncePer(({ columns, key }: Target): readonly Column[] => key.map((name) => columns.find((one) => one.name === name)!));
