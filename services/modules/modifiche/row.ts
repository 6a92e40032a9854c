import { labelOf, streamOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { fold } from '#contracts/core/fold.ts';
import { may, type Identity } from '#contracts/core/permissions.ts';
import { recordName } from '#contracts/core/record-name.ts';
import { recordKey, type RecordState, type StreamState } from '#contracts/core/record-state.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { NOT_FOUND } from '#contracts/modules/modifiche.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { ownerOf } from '#services/registers/authorise.ts';
import { parentOf } from '#services/registers/locate.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'readDb'>;

/** Record of one row, with the events of its stream. */
export interface RowRecord {
  def: AnyRegister;
  key: string | number;
  /** Key of the parent's record, for a child. */
  parent: string | number | undefined;
  events: readonly StoredEvent[];
}

/** Reads the stream of a record; `null` for a child whose parent is unknown. */
export async function readRecord(
  deps: Deps,
  { read }: Pick<EventStore, 'read'>,
  def: AnyRegister,
  key: string | number,
): Promise<RowRecord | null> {
  const parent = def.parent ? await parentOf(deps, def, key) : key;
  if (parent === null) return null;
  return { def, key, parent: def.parent ? parent : undefined, events: await read(streamOf(def, parent)) };
}

/** Returns the record if it exists in this state and the person may see it; otherwise `null`. */
export function visibleRecord({ def, key, parent }: RowRecord, state: StreamState, identity: Identity): RecordState | null {
  const record = state.get(recordKey(def.path, key));
  if (!record?.exists || record.parentDeleted) return null;
  return may(identity, def.access, 'view', ownerOf(def, state, record, parent)) ? record : null;
}

/** States of a stream before and after the events of one command. */
interface CommandEffect {
  before: StreamState;
  after: StreamState;
  /** Versions of the command's first and last event in the stream; `null` if the command recorded none. */
  first: number | null;
  last: number | null;
}

/** Returns the effect of a command on a stream. Without events of the command, both states are the current one. */
export function doneBy(catalogue: Deps['catalogue'], events: readonly StoredEvent[], commandId: string): CommandEffect {
  const own = events.filter(({ metadata }) => metadata.commandId === commandId);
  const [first, last] = [own[0]?.version ?? null, own.at(-1)?.version ?? null];
  const upTo = (version: number) =>
    fold(
      catalogue,
      events.filter((event) => event.version <= version),
    );
  if (first === null || last === null) {
    const now = fold(catalogue, events);
    return { before: now, after: now, first, last };
  }
  return { before: upTo(first - 1), after: upTo(last), first, last };
}

/** Returns the fields whose values differ between two states of a record. */
export function changedFields(before: Values, after: Values): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => (before[name] ?? null) !== (after[name] ?? null));
}

/** Data by which a row is shown to a person. */
interface RowContext {
  /** Id of the command that changed the row. */
  commandId: string;
  /** Fields that are shown even if they did not change. */
  fields: readonly string[];
  refusal: string | null;
  identity: Identity;
}

/**
 * Returns a row as the person may see it: the record's name, and its values before and after the command. A record that the person may not
 * see gives the sentence of a missing one.
 */
export function rowOf({ catalogue }: Deps, record: RowRecord | null, key: string | number, { commandId, ...row }: RowContext): PreviewRow {
  const done = record && doneBy(catalogue, record.events, commandId);
  const visible = record && done && visibleRecord(record, done.before, row.identity);
  if (!record || !done || !visible) return { id: key, nome: null, versione: null, prima: {}, dopo: {}, rifiuto: row.refusal ?? NOT_FOUND };
  const { def, parent } = record;
  const after = done.after.get(recordKey(def.path, key))?.values ?? {};
  const names = [...new Set([...row.fields, ...changedFields(visible.values, after)])];
  const pick = (values: Values): Values => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  const above = def.parent && parent !== undefined ? done.before.get(recordKey(def.parent.register, parent)) : undefined;
  return {
    id: key,
    nome: recordName(catalogue, def, { id: String(key), values: visible.values }, above && { id: above.id, values: above.values }),
    versione: visible.version,
    prima: pick(visible.values),
    dopo: row.refusal === null ? pick(after) : {},
    rifiuto: row.refusal,
  };
}

/** Returns the Italian sentence for a refused row. Rethrows an error that does not concern the record, such as an unreachable log. */
export function refusalOf(def: AnyRegister, error: unknown): string {
  if (!(error instanceof DomainError) || error.status >= 500) throw error;
  const { errors = [], extra, message } = error.dettagli;
  if (error.code === 'SCONOSCIUTO') return NOT_FOUND;
  if (error.code === 'VERSIONE_SUPERATA' && typeof extra?.['utente'] === 'string') return `Modificato nel frattempo da ${extra['utente']}`;
  if (message !== undefined || errors.length === 0) return error.message;
  return errors.map(({ campo, messaggio }) => `${labelOf(def, campo)}: ${messaggio}`).join('; ');
}
