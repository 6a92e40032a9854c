import type { Values } from '#contracts/core/define-register.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { fault, type Fault } from './faults.ts';
import { isAcknowledged, type ExpectedRecord, type Write } from './ledger.ts';
import type { Effect, Tally } from './tally.ts';

/** Returns the name of an event's history entry. */
export const entryName = ({ stream, version }: { stream: string; version: number }): string => `${stream}#${version}`;

/** Compares the requested writes with the log and the history. */
export function checkWrites(writes: Iterable<Write>, tally: Tally, history: ReadonlySet<string>): Fault[] {
  return [...writes].flatMap((write) => {
    const effects = tally.effectsOf(write.id);
    return [...wholeness(write, effects), ...promise(write, effects), ...missingEntries(write, effects, history)];
  });
}

const describeWrite = ({ id, call: { method, path }, attempts }: Write): string => `${method} ${path} ${id} (${attempts} attempts)`;

/** Checks whether only a part of a write's events is in the log. */
export function isHalf(write: Write, tally: Tally): boolean {
  const found = tally.effectsOf(write.id).length;
  return found > 0 && found < write.events;
}

/** Checks that a write left all of its events or none, whether or not it was answered. */
function wholeness(write: Write, effects: readonly Effect[]): Fault[] {
  if (effects.length === 0 || effects.length === write.events) return [];
  const found = `${describeWrite(write)}: ${effects.length} events instead of ${write.events}: ${effects.map(({ stream, version, type }) => `${stream}#${version} ${type}`).join(', ')}`;
  return [fault(effects.length > write.events ? 'doubled' : 'half', found)];
}

/** Checks that an acknowledged write is in the log as requested, in the acknowledged version. */
function promise(write: Write, effects: readonly Effect[]): Fault[] {
  const { answer, after } = write;
  if (answer === null) return [];
  if (!isAcknowledged(write)) return [fault('refused', `${describeWrite(write)}: ${answer.status} ${answer.text}`)];
  const last = after.at(-1);
  return after.flatMap((expected) => {
    const version = expected === last ? answer.version : null;
    const effect = effects.find(({ table, id }) => table === expected.table && id === expected.id);
    if (!effect) return [fault('lost', `${describeWrite(write)}: acknowledged, not in the log: ${describeRecord(expected)}`)];
    if (version !== null && effect.version !== version)
      return [fault('lost', `${describeWrite(write)}: acknowledged as version ${version}, in the log as ${effect.version}`)];
    const wrong = differing(expected, { exists: effect.record.exists, values: effect.record.values });
    return wrong.length === 0
      ? []
      : [
          fault(
            'lost',
            `${describeWrite(write)}: acknowledged otherwise than it stands in the log: ${describeRecord(expected)}: ${wrong.join(', ')}`,
          ),
        ];
  });
}

function missingEntries(write: Write, effects: readonly Effect[], history: ReadonlySet<string>): Fault[] {
  return effects
    .filter((effect) => !history.has(entryName(effect)))
    .map((effect) => fault('history', `${describeWrite(write)}: ${entryName(effect)} has no entry in the history`));
}

const describeRecord = ({ table, id }: ExpectedRecord): string => `${table} ${id ?? '?'}`;

function differing(
  expected: Pick<ExpectedRecord, 'exists' | 'values'>,
  actual: { exists: boolean; values: Readonly<Record<string, unknown>> },
): string[] {
  const wrong = expected.exists === actual.exists ? [] : [expected.exists ? 'is not there' : 'is still there'];
  if (!expected.exists || !actual.exists) return wrong;
  return Object.entries(expected.values)
    .filter(([field, value]) => (actual.values[field] ?? null) !== (value ?? null))
    .map(([field, value]) => `${field} is ${JSON.stringify(actual.values[field] ?? null)} instead of ${JSON.stringify(value)}`);
}

/** Checks properties that concern all writes together: numbers given twice, and events that no write requested. */
export function checkTogether(writes: readonly Write[], tally: Tally, tables: ReadonlySet<string>): Fault[] {
  const faults: Fault[] = [];
  const owner = new Map<string, Write>();
  for (const write of writes.filter((one) => isAcknowledged(one) && one.call.method === 'POST')) {
    for (const { table, id } of write.after.filter(isCreatedBy(write))) {
      const key = recordKey(table, id ?? '');
      const other = owner.get(key);
      if (other) faults.push(fault('number', `${key} was answered to ${describeWrite(other)} and to ${describeWrite(write)}`));
      owner.set(key, write);
    }
  }
  const known = new Set(writes.map(({ id }) => id));
  for (const correlation of tally.correlations()) {
    const strange = known.has(correlation) ? undefined : tally.effectsOf(correlation).find(({ table }) => tables.has(table));
    if (strange) faults.push(fault('doubled', `${entryName(strange)} ${strange.type}: nobody asked for it (${correlation})`));
  }
  return faults;
}

const isCreatedBy =
  ({ call }: Write) =>
  ({ table }: ExpectedRecord): boolean =>
    call.path === `/api/${table}`;

export type Row = Readonly<Values> & { versione?: unknown };

/**
 * Compares the lists that the portal serves with the acknowledged values and with the log's versions, and reports rows without a record in
 * the log. `rows`: by table, then by key; absent tables are not checked.
 */
export function checkRows(answered: readonly Write[], tally: Tally, rows: ReadonlyMap<string, ReadonlyMap<string, Row>>): Fault[] {
  const last = new Map<string, ExpectedRecord>();
  for (const write of answered.filter(isAcknowledged))
    for (const expected of write.after) last.set(recordKey(expected.table, expected.id ?? ''), expected);
  const faults: Fault[] = [];
  for (const [key, expected] of last) {
    const list = rows.get(expected.table);
    if (!list) continue;
    const row = list.get(expected.id ?? '');
    const wrong = differing(expected, { exists: row !== undefined, values: row ?? {} });
    if (wrong.length > 0) faults.push(fault('table', `${key} in its list: ${wrong.join(', ')}`));
  }
  for (const { table, id, exists, version } of tally.records()) {
    const row = rows.get(table)?.get(id);
    if (row !== undefined && exists && row.versione !== version)
      faults.push(fault('table', `${table}/${id} in its list is of version ${String(row.versione)} instead of ${version}`));
  }
  for (const [table, own] of rows)
    for (const id of own.keys())
      if (!last.has(recordKey(table, id))) faults.push(fault('table', `${table}/${id} is in its list, and nobody made it`));
  return faults;
}
