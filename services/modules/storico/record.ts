import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { recordKey, fold, type RecordState } from '#contracts/core/history.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { authoriseRead, ownerOf } from '#services/registers/authorise.ts';
import { readKey, registerOf } from '#services/registers/body.ts';
import { parentOf } from '#services/registers/locate.ts';

export interface LogRecord {
  def: AnyRegister;
  key: string | number;
  record: RecordState;
  /** The stream it lives in, whole. */
  events: StoredEvent[];
}

/** A record from the log, deleted ones too, if the person may see it by its own area and owner. */
export async function readFromLog(deps: Pick<Dependencies, 'store' | 'readDb'>, table: unknown, id: unknown, identity: Identity): Promise<LogRecord> {
  const def = registerOf(table);
  const key = readKey(def, id, 'id');
  // the area first: who may not see it learns nothing, not even what exists
  authoriseRead(def, identity, identity.memberID);
  const parent = def.parent ? await parentOf(deps, def, key) : key;
  const events = parent === null ? [] : await deps.store.read(streamOf(def, parent));
  const state = fold(events);
  const record = state.get(recordKey(def.path, key));
  if (!record) throw new DomainError('SCONOSCIUTO');
  authoriseRead(def, identity, ownerOf(def, state, record, parent ?? undefined));
  return { def, key, record, events };
}

/** The record as a row of its read table. */
export function asRow({ def, key }: LogRecord, state: RecordState): Record<string, unknown> {
  const empty = Object.fromEntries(Object.keys(def.fields).map((field) => [field, null]));
  return {
    ...empty,
    ...state.values,
    [def.key.field]: key,
    utente: state.utente,
    versione: state.version,
    archivio: state.files,
    creato: state.created,
    modificato: state.modified,
    modificato_da: state.modifiedBy,
    esiste: state.exists && !state.parentDeleted,
  };
}
