import type { Values } from './define-register.ts';
import type { RecordFile } from './documents.ts';
import type { JsonObject } from './events.ts';
import { FILE_KINDS, type RegisterChange } from './record-change.ts';

/** State of a record after its events. */
export interface RecordState {
  table: string;
  id: string;
  /** False if the record or its parent is deleted. */
  exists: boolean;
  values: Values;
  /** Owner: the user who created the record. */
  utente: string;
  /** Version of the stream at the last event that changed the record; `If-Match` is compared with it. */
  version: number;
  /** ISO instants and user name. */
  created: string;
  modified: string;
  modifiedBy: string;
  files: Record<string, RecordFile>;
  /** True if the parent record is deleted; the record itself may not be. */
  parentDeleted: boolean;
}

/** Version of the conversion from events to records. Increase it if the same events give other records; read tables are then rebuilt. */
export const FOLD_VERSION = 2;

/** The records of one stream, by `recordKey`. */
export type StreamState = ReadonlyMap<string, RecordState>;

export const recordKey = (table: string, id: string | number): string => `${table}/${id}`;

export interface ReadEvent {
  type: string;
  data: JsonObject;
  version: number;
  metadata: { utente: string; at: string };
}

export type EvolveRecord = (before: RecordState | undefined, change: RegisterChange, event: ReadEvent) => RecordState;

/**
 * Checks whether a change leaves the record's fields as they are: an opened document, a file that no field names, a sent mail. The record's
 * version then stays, so that forms open in other browsers do not become stale.
 */
export const changesNothing = ({ kind, file: own }: RegisterChange): boolean =>
  kind === 'aperto' || kind === 'altro' || (FILE_KINDS.includes(kind) && !own);

/** Creates a step function. `own`: returns the record that the step may mutate, a copy or the record itself. */
const stepOn =
  (own: (before: RecordState) => RecordState): EvolveRecord =>
  (before, change, event) =>
    before && changesNothing(change) ? before : applyChange(before && own(before), change, event);

/** Returns the record after an event, as a copy. */
export const evolveRecord: EvolveRecord = stepOn((before) => ({ ...before, values: { ...before.values } }));

/** Applies an event to the given record by mutating it. */
export const evolveInPlace: EvolveRecord = stepOn((before) => before);

function applyChange(before: RecordState | undefined, change: RegisterChange, event: ReadEvent): RecordState {
  const { utente, at } = event.metadata;
  const record: RecordState = before ?? {
    table: change.table,
    id: change.id,
    exists: false,
    values: {},
    utente,
    version: 0,
    created: at,
    modified: at,
    modifiedBy: utente,
    files: {},
    parentDeleted: false,
  };
  if (change.kind === 'eliminato') record.exists = false;
  if (change.kind === 'creato' || change.kind === 'ripristinato') record.exists = true;
  if (change.kind === 'creato') record.values = { ...change.fields };
  else Object.assign(record.values, change.fields);
  record.version = event.version;
  record.modified = at;
  record.modifiedBy = utente;
  record.files = archiveAfter(record.files, change, event);
  return record;
}

function archiveAfter(before: Record<string, RecordFile>, change: RegisterChange, event: ReadEvent): Record<string, RecordFile> {
  const { file } = change;
  if (!file) return before;
  const { [file.campo]: old, ...others } = before;
  if (change.kind === 'file-eliminato' || file.percorso === null) return others;
  if (change.kind === 'rinominato') {
    return old ? { ...others, [file.campo]: { ...old, percorso: file.percorso, versione: file.versione ?? old.versione } } : others;
  }
  return {
    ...others,
    [file.campo]: {
      percorso: file.percorso,
      versione: file.versione ?? 1,
      byte: file.byte ?? 0,
      quando: event.metadata.at,
      utente: event.metadata.utente,
    },
  };
}
