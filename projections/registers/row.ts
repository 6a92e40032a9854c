import { addedKind, addedValues } from '#contracts/core/added-fields.ts';
import { isDay, normaliseDate } from '#contracts/core/dates.ts';
import type { RecordFile } from '#contracts/core/documents.ts';
import type { Json } from '#contracts/core/events.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import type { ColumnType } from '../engine/columns.ts';
import type { ChildColumns, RecordColumns } from '../read-tables.ts';
import { ADDED_COLUMN, keyColumn, valuesColumns } from './register.table.ts';

/** A record with, for a child, its version of the parent's stream. */
export interface ReadRecord {
  state: RecordState;
  stream: string;
  parentVersion: number;
  /** ISO instant from which this state counts. */
  from: string;
  /** When and by whom the record, or its parent, was deleted, so that no list shows it; `null` if lists show it. */
  deletion: Deletion | null;
}

interface Deletion {
  /** ISO instant. */
  at: string;
  by: string;
}

/** Checks whether lists show a record: neither it nor its parent is deleted. */
export const isLive = ({ exists, parentDeleted }: Pick<RecordState, 'exists' | 'parentDeleted'>): boolean => exists && !parentDeleted;

/** Converts an id to the key column's type; `null` if no record can have it. */
export function columnKey(def: AnyRegister, id: string): string | number | null {
  if (def.key.kind === 'natural') return id;
  const number = Number(id);
  return Number.isSafeInteger(number) ? number : null;
}

/** Converts a recorded value to its column's type. An invalid value becomes empty, since a projection must not fail on it. */
export function columnValue(value: Json | undefined, kind: ColumnType): string | number | null {
  if (value === undefined || value === null || value === '') return null;
  switch (kind) {
    case 'numeric': {
      const number = Number(value);
      return typeof value !== 'object' && Number.isFinite(number) ? number : null;
    }
    case 'smallint':
      return value === 1 || value === true || value === '1' ? 1 : value === 0 || value === false || value === '0' ? 0 : null;
    case 'date': {
      const data = normaliseDate(value);
      return typeof data === 'string' && isDay(data) ? data : null;
    }
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

/** Returns a recorded instant as ISO text in UTC; the beginning of 1970 for a text that is none. */
export const instant = (at: string): string => (Number.isNaN(Date.parse(at)) ? new Date(0) : new Date(at)).toISOString();

export function toRow(def: AnyRegister, record: ReadRecord): Record<string, unknown> {
  const { state, stream, parentVersion, deletion } = record;
  return {
    ...shownRow(def, record),
    eliminato: !state.exists,
    padre_eliminato: state.parentDeleted,
    eliminato_il: deletion?.at ?? null,
    eliminato_da: deletion?.by ?? null,
    ...(def.parent ? { flusso: stream, versione_padre: parentVersion } : {}),
  };
}

/** Returns the row of a state that another one has replaced from the instant `until` on. */
export const toPastRow = (def: AnyRegister, record: ReadRecord, until: string): Record<string, unknown> => ({
  ...shownRow(def, record),
  al: until,
});

/** Returns the columns that current and past rows share. */
function shownRow(def: AnyRegister, { state, from }: ReadRecord): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const { name, type: kind } of valuesColumns(def)) row[name] = columnValue(state.values[name], kind);
  return {
    ...row,
    [def.key.field]: columnKey(def, state.id),
    utente: state.utente,
    versione: state.version,
    creato: instant(state.created),
    modificato: instant(state.modified),
    modificato_da: state.modifiedBy,
    archivio: state.files,
    dal: from,
    ...(def.takesKinds ? { [ADDED_COLUMN]: addedRow(def, state.values) } : {}),
  };
}

/** Returns the values added as data, for current and former document kinds, without empty ones. */
const addedRow = (def: AnyRegister, values: Values): Values =>
  Object.fromEntries(
    Object.entries(addedValues(def, values)).flatMap(([name, value]) => {
      const shown = columnValue(value, addedKind(name) === 'date' ? 'date' : 'text');
      return shown === null ? [] : [[name, shown]];
    }),
  );

export function fromRow(def: AnyRegister, row: Record<string, unknown>): ReadRecord {
  const key = keyColumn(def).name;
  const stored = row as unknown as RecordColumns & Partial<ChildColumns>;
  const values: Values = {};
  for (const name of Object.keys(def.fields)) values[name] = row[name] as string | number | null;
  if (def.takesKinds) Object.assign(values, row[ADDED_COLUMN]);
  return {
    state: {
      table: def.path,
      id: String(row[key]),
      exists: stored.eliminato === false,
      values,
      utente: stored.utente,
      version: Number(stored.versione),
      created: stored.creato.toISOString(),
      modified: stored.modificato.toISOString(),
      modifiedBy: stored.modificato_da,
      files: stored.archivio as Record<string, RecordFile>,
      parentDeleted: stored.padre_eliminato === true,
    },
    stream: String(stored.flusso ?? ''),
    parentVersion: Number(stored.versione_padre ?? 0),
    from: stored.dal.toISOString(),
    deletion: stored.eliminato_il ? { at: stored.eliminato_il.toISOString(), by: String(stored.eliminato_da) } : null,
  };
}
