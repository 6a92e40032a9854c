import type { Values } from './define-register.ts';
import type { RecordFile } from './documents.ts';
import type { JsonObject } from './events.ts';
import { FILE_KINDS, type RegisterChange } from './record-change.ts';

/** A record as its events leave it. */
export interface RecordState {
  table: string;
  id: string;
  /** False once deleted (or when its parent is). */
  exists: boolean;
  values: Values;
  /** Owner: who created it. */
  utente: string;
  /** Version of the stream at the last event that changed it: what `If-Match` is compared with. */
  version: number;
  /** ISO instants and user name. */
  created: string;
  modified: string;
  modifiedBy: string;
  files: Record<string, RecordFile>;
  /** The parent record is deleted; the record itself may still be there. */
  parentDeleted: boolean;
}

/** Raised when the same events leave other records than before: tables that hold them are made again. */
export const READING = 2;

/** The records of one stream, by `recordKey`. */
export type StreamState = ReadonlyMap<string, RecordState>;

export const recordKey = (table: string, id: string | number): string => `${table}/${id}`;

export interface ReadEvent {
  type: string;
  data: JsonObject;
  version: number;
  metadata: { utente: string; at: string };
}

export type Step = (before: RecordState | undefined, change: RegisterChange, event: ReadEvent) => RecordState;

/**
 * Whoever looks, lays a file beside the documents, or does something that is told of the record and is in no
 * field of it (a mail sent): what another person has open is not out of date by it, so its version stays.
 */
const changesNothing = ({ kind, file: own }: RegisterChange): boolean =>
  kind === 'aperto' || kind === 'altro' || (FILE_KINDS.includes(kind) && !own);

/** `own`: the record that may be written on. */
const stepOn =
  (own: (before: RecordState) => RecordState): Step =>
  (before, change, event) =>
    before && changesNothing(change) ? before : changed(before && own(before), change, event);

/** One record after one event that touched it. */
export const evolveRecord: Step = stepOn((before) => ({ ...before, values: { ...before.values } }));

/** The same, on the very record it is given. */
export const evolveInPlace: Step = stepOn((before) => before);

function changed(before: RecordState | undefined, change: RegisterChange, event: ReadEvent): RecordState {
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
