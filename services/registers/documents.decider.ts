import { documentEvents } from '#contracts/core/document-events.ts';
import { DOCUMENT_EVENTS } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { factOf, type OneOf } from '#contracts/core/facts.ts';
import { scope, may, type Action, type Identity } from '#contracts/core/permissions.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { recordKey, type RecordState, type StreamState } from '#contracts/core/record-state.ts';

/** One file field of one record, and the person who touches it. */
export interface OnFile {
  def: AnyRegister;
  id: string | number;
  /** Key of the parent's record, for a child. */
  parent?: string | number | undefined;
  /** `null`: a file beside the record's documents, which no field of it names. */
  field: string | null;
  identity: Identity;
  /** The system itself, or demo data: no permission is asked. */
  trusted?: boolean;
  /** From `If-Match`. */
  readVersion?: number | null;
}

export interface Content {
  percorso: string;
  file_versione: number;
  byte: number;
  /** Of the bytes stored; events of before it was told have none. */
  sha256?: string;
  /** The document was made of so many photos. */
  da_foto?: number;
}

type Facts = typeof documentEvents;
type Fact = OneOf<Facts, keyof Facts>;

/** The stream the record lives in. */
export const streamOfFile = ({ def, id, parent }: Pick<OnFile, 'def' | 'id' | 'parent'>): string => streamOf(def, parent ?? id);

/** A newer content of the same path that is recorded already is not gone back on. */
export function decideUploaded(on: OnFile, content: Content, state: StreamState): Fact[] {
  const record = recordPer(on, 'edit', state);
  if (on.field === null) return [factOf(documentEvents, DOCUMENT_EVENTS.caricato, { ...beside(on), ...content })];
  const present = record.files[on.field];
  const equal = record.values[on.field] === content.percorso && present?.percorso === content.percorso;
  if (equal && present.versione >= content.file_versione) return [];
  return [factOf(documentEvents, DOCUMENT_EVENTS.caricato, { ...named(on, on.field), ...content })];
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

/** File and date in one: neither is ever without the other. */
export function decideRenewed(on: OnFile & { field: string }, content: Content, renewal: Renewal, state: StreamState): Fact[] {
  const uploaded = decideUploaded(on, content, state);
  return uploaded.length === 0
    ? []
    : [...uploaded, factOf(documentEvents, DOCUMENT_EVENTS.rinnovato, { ...named(on, on.field), ...renewal })];
}

/** Clears the field only while it names this file; that the file went is told in any case. */
export function decideDeleted(on: OnFile, { percorso, file_versione }: Omit<Content, 'byte'>, state: StreamState): Fact[] {
  const record = recordPer(on, 'delete', state);
  if (on.field !== null && record.values[on.field] === percorso)
    return [factOf(documentEvents, DOCUMENT_EVENTS.eliminato, named(on, on.field))];
  return [factOf(documentEvents, DOCUMENT_EVENTS.eliminato, { ...beside(on), percorso, file_versione })];
}

/**
 * The field that named the file names it under its new path; the old client saves the new path in
 * the record first and renames the file afterwards, so the field may have it already.
 */
export function decideRenamed(on: OnFile, from: string, content: Omit<Content, 'byte'>, state: StreamState): Fact[] {
  const record = recordPer(on, 'edit', state);
  const field = Object.keys(record.values).find(
    (name) => name === on.field && (record.values[name] === from || record.values[name] === content.percorso),
  );
  if (field === undefined) return [factOf(documentEvents, DOCUMENT_EVENTS.rinominato, { ...beside(on), da: from, ...content })];
  const present = record.files[field];
  if (record.values[field] === content.percorso && present?.percorso === content.percorso) return [];
  return [factOf(documentEvents, DOCUMENT_EVENTS.rinominato, { ...named(on, field), ...content })];
}

/** Someone looked at a reserved document: who and which; of a deleted record too. */
export function decideOpened(on: OnFile, { percorso, file_versione }: Omit<Content, 'byte'>, state: StreamState): Fact[] {
  if (!state.has(recordKey(on.def.path, on.id))) throw new DomainError('SCONOSCIUTO');
  if (!may(on.identity, on.def.access, 'edit', ownerOf(on, state))) throw new DomainError('NON_PERMESSO');
  return [factOf(documentEvents, DOCUMENT_EVENTS.aperto, { ...named(on, on.field ?? ''), percorso, file_versione })];
}

/** The record, once this person may do this to it: 404 for one that is not there or not to be seen. */
export function recordPer(on: OnFile, action: Action, state: StreamState): RecordState {
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

/** A child belongs to the owner of its parent. */
function ownerOf({ def, id, parent }: OnFile, state: StreamState): string | undefined {
  const key = def.parent && parent !== undefined ? recordKey(def.parent.register, parent) : recordKey(def.path, id);
  return state.get(key)?.utente;
}

const named = ({ def, id }: OnFile, campo: string) => ({ tabella: def.path, id: String(id), campo });

/** Of a file that no field of the record names: told, and the record stays as it is. */
const beside = (on: OnFile) => named(on, '');
