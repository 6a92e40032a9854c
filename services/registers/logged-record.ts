import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { changeOf, fold } from '#contracts/core/fold.ts';
import { recordKey, type RecordState } from '#contracts/core/record-state.ts';
import type { Dependencies } from '../platform/module.ts';
import { authoriseRead, ownerOf } from './authorise.ts';
import { readKey, registerOf } from './body.ts';
import { parentOf } from './locate.ts';

export interface LogRecord {
  def: AnyRegister;
  key: string | number;
  /** Events of the record's stream, up to the requested version. */
  events: StoredEvent[];
}

/**
 * Returns register and key that a request names. Checks the right to the register first, so that a refusal does not tell which records
 * exist.
 */
export function recordAsked(
  deps: Pick<Dependencies, 'catalogue'>,
  table: unknown,
  id: unknown,
  identity: Identity,
): { def: AnyRegister; key: string | number } {
  const def = registerOf(deps.catalogue, table);
  const key = readKey(def, id, 'id');
  authoriseRead(def, identity, identity.memberID);
  return { def, key };
}

/** Reads a record from the log, also a deleted one. Throws 403 or 404 if the person may not see it. */
export async function readFromLog(
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'readDb'>,
  { table, id, until }: { table: unknown; id: unknown; until?: number | undefined },
  identity: Identity,
): Promise<LogRecord> {
  const { def, key } = recordAsked(deps, table, id, identity);
  const parent = def.parent ? await parentOf(deps, def, key) : key;
  const ownKey = recordKey(def.path, key);
  const readEvents = async (end?: number) => (parent === null ? [] : deps.store.read(streamOf(def, parent), end));
  const firstOf = (some: readonly StoredEvent[]) => some.findIndex((event) => touches(deps, event, ownKey));
  let events = await readEvents(until);
  // a record created after `until` is unknown at that version, so the whole stream is read
  if (until !== undefined && firstOf(events) < 0) events = await readEvents();
  // the owner never changes, so the state after the record's first event shows it
  const first = firstOf(events);
  if (first < 0) throw new DomainError('SCONOSCIUTO');
  const state = fold(deps.catalogue, events.slice(0, first + 1));
  authoriseRead(def, identity, ownerOf(def, state, state.get(ownKey), parent ?? undefined));
  return { def: await deps.catalogue.currentDefinition(deps.readDb, def), key, events };
}

function touches(deps: Pick<Dependencies, 'catalogue'>, event: StoredEvent, known: string): boolean {
  const change = changeOf(deps.catalogue, event);
  return change !== null && recordKey(change.table, change.id) === known;
}

/** Converts a record's state to a row as its read table has it. */
export function asRow({ def, key }: Pick<LogRecord, 'def' | 'key'>, state: RecordState): Record<string, unknown> {
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
