import { documentEvents } from '#contracts/core/document-events.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { factOf, type OneOf } from '#contracts/core/facts.ts';
import { scope, may, type Action, type Identity } from '#contracts/core/permissions.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { recordKey, type RecordState, type StreamState } from '#contracts/core/record-state.ts';

/** File field of a record, with the person who reads or changes its file. */
export interface FileField {
  def: AnyRegister;
  id: string | number;
  /** Key of the parent's record, for a child. */
  parent?: string | number | undefined;
  /** Field that names the file; `null` for a further file in the record's folder. */
  field: string | null;
  identity: Identity;
  /** Skips the permission checks, for the system itself and for demo data. */
  trusted?: boolean;
  /** Version from the `If-Match` header. */
  readVersion?: number | null;
}

export interface Content {
  percorso: string;
  file_versione: number;
  byte: number;
  /** Digest of the stored bytes. Old events do not have it. */
  sha256?: string;
  /** Number of photos that the document was made from. */
  da_foto?: number;
}

type Facts = typeof documentEvents;
type DocumentEvent = OneOf<Facts, keyof Facts>;

/** Returns the stream of the record, which for a child is its parent's. */
export const streamOfFile = ({ def, id, parent }: Pick<FileField, 'def' | 'id' | 'parent'>): string => streamOf(def, parent ?? id);

/** Decides the event of an upload. Returns no event if the field has this or a newer version of the same path already. */
export function decideUploaded(on: FileField, content: Content, state: StreamState): DocumentEvent[] {
  const record = recordFor(on, 'edit', state);
  if (on.field === null) return [factOf(documentEvents, DOCUMENT_EVENTS.caricato, { ...beside(on), ...content })];
  const present = record.files[on.field];
  const equal = record.values[on.field] === content.percorso && present?.percorso === content.percorso;
  if (equal && present.versione >= content.file_versione) return [];
  return [factOf(documentEvents, DOCUMENT_EVENTS.caricato, { ...fieldOfFile(on, on.field), ...content })];
}

/** Data of a renewal beside the file; `campo_scadenza` is empty if the document does not expire. */
export interface Renewal {
  campo_scadenza: string;
  tipo: string;
  dal: string;
  scadenza: string | null;
  calcolata: string | null;
  anticipata: 0 | 1;
}

/** Decides the events of a renewal: the upload and its new validity in one append, so that neither is stored without the other. */
export function decideRenewed(on: FileField & { field: string }, content: Content, renewal: Renewal, state: StreamState): DocumentEvent[] {
  const uploaded = decideUploaded(on, content, state);
  return uploaded.length === 0
    ? []
    : [...uploaded, factOf(documentEvents, DOCUMENT_EVENTS.rinnovato, { ...fieldOfFile(on, on.field), ...renewal })];
}

/** Decides the event of a deleted file. The event clears the field only if the field still names this file. */
export function decideDeleted(on: FileField, { percorso, file_versione }: Omit<Content, 'byte'>, state: StreamState): DocumentEvent[] {
  const record = recordFor(on, 'delete', state);
  if (on.field !== null && record.values[on.field] === percorso)
    return [factOf(documentEvents, DOCUMENT_EVENTS.eliminato, fieldOfFile(on, on.field))];
  return [factOf(documentEvents, DOCUMENT_EVENTS.eliminato, { ...beside(on), percorso, file_versione })];
}

/**
 * Decides the event of a renamed file, after which the field holds the new path. The field may hold the new path already: the old
 * client saves the record first and renames the file afterwards.
 */
export function decideRenamed(on: FileField, from: string, content: Omit<Content, 'byte'>, state: StreamState): DocumentEvent[] {
  const record = recordFor(on, 'edit', state);
  const field = Object.keys(record.values).find(
    (name) => name === on.field && (record.values[name] === from || record.values[name] === content.percorso),
  );
  if (field === undefined) return [factOf(documentEvents, DOCUMENT_EVENTS.rinominato, { ...beside(on), da: from, ...content })];
  const present = record.files[field];
  if (record.values[field] === content.percorso && present?.percorso === content.percorso) return [];
  return [factOf(documentEvents, DOCUMENT_EVENTS.rinominato, { ...fieldOfFile(on, field), ...content })];
}

/** Decides the event that a person opened a reserved document. The record may be deleted. */
export function decideOpened(on: FileField, { percorso, file_versione }: Omit<Content, 'byte'>, state: StreamState): DocumentEvent[] {
  if (!state.has(recordKey(on.def.path, on.id))) throw new DomainError('SCONOSCIUTO');
  if (!may(on.identity, on.def.access, 'edit', ownerOf(on, state))) throw new DomainError('NON_PERMESSO');
  return [factOf(documentEvents, DOCUMENT_EVENTS.aperto, { ...fieldOfFile(on, on.field ?? ''), percorso, file_versione })];
}

/**
 * Returns the record if the person may do the action on it. Throws 404 if the record does not exist or is hidden from the person, 403
 * without the right, 409 if its version is not `readVersion`.
 */
export function recordFor(on: FileField, action: Action, state: StreamState): RecordState {
  const { def, id, identity, readVersion, trusted: free = false } = on;
  const record = state.get(recordKey(def.path, id));
  if (!free && scope(identity, def.access, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  const owner = ownerOf(on, state);
  if (!record?.exists || record.parentDeleted || !(free || may(identity, def.access, 'view', owner))) throw new DomainError('SCONOSCIUTO');
  if (!free && !may(identity, def.access, action, owner)) throw new DomainError('NON_PERMESSO');
  if (readVersion !== null && readVersion !== undefined && record.version !== readVersion) {
    throw new DomainError('VERSIONE_SUPERATA', {
      extra: { attuale: record.values, versione: record.version, utente: record.modifiedBy, quando: record.modified },
    });
  }
  return record;
}

/** Returns the owner of a record; a child has the owner of its parent. */
function ownerOf({ def, id, parent }: FileField, state: StreamState): string | undefined {
  const key = def.parent && parent !== undefined ? recordKey(def.parent.register, parent) : recordKey(def.path, id);
  return state.get(key)?.utente;
}

const fieldOfFile = ({ def, id }: FileField, campo: string) => ({ tabella: def.path, id: String(id), campo });

/** Returns the event data for a file that no field names. The empty `campo` leaves the record's values unchanged. */
const beside = (on: FileField) => fieldOfFile(on, '');
