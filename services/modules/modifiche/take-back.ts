import { whyNotTogether } from '#contracts/core/change-together.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { changeOf, fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { NOT_FOUND } from '#contracts/modules/modifiche.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { RowOutcome } from '#services/platform/postgres/bulk-changes.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { rowCommandId } from './preview.ts';
import { changedFields, doneBy, readRecord, refusalOf, visibleRecord, type RowRecord } from './row.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'readDb' | 'store' | 'dispatch'>;

/** Change of many records to undo. The command id of `sender` is that of the undo. */
export interface TakingBack {
  def: AnyRegister;
  /** Id of the change to undo. */
  of: string;
  sender: Sender;
}

/** Maximum number of attempts at a record that other people change at the same time. */
const ATTEMPTS = 5;

/**
 * Restores each field of a record that nobody has changed since the change, and returns the names of the other fields. A repeated run finds
 * the result of the first one.
 */
export async function takeBackRecord(deps: Deps, taking: TakingBack, key: string | number): Promise<Omit<RowOutcome, 'number'>> {
  const { def, sender } = taking;
  const rowSender = { ...sender, commandId: rowCommandId(sender.commandId, key) };
  for (let attempt = 1; ; attempt += 1) {
    const record = await readRecord(deps, deps.store, def, key);
    const state = fold(deps.catalogue, record?.events ?? []);
    const now = record && visibleRecord(record, state, sender.identity);
    if (!record || !now) return { outcome: 'rifiutato', refusal: NOT_FOUND };
    const { values, keptFields: left } = planOf(deps, record, rowCommandId(taking.of, key), rowSender.commandId);
    if (Object.keys(values).length === 0) return { outcome: left.length > 0 ? 'lasciato' : 'invariato', left };
    if (record.events.some(({ metadata }) => metadata.commandId === rowSender.commandId)) return { outcome: 'fatto', left };
    try {
      await deps.dispatch({ register: def.path, action: 'change', key, values, readVersion: now.version }, rowSender);
      return { outcome: 'fatto', left };
    } catch (error) {
      const moved = error instanceof DomainError && error.code === 'VERSIONE_SUPERATA';
      if (moved && attempt < ATTEMPTS) continue;
      return { outcome: 'rifiutato', refusal: refusalOf(def, error) };
    }
  }
}

interface Plan {
  /** Values from before the change, of the fields that nobody has changed since. */
  values: Values;
  /** Fields that somebody has changed since. */
  keptFields: string[];
}

/** Decides what to bring back. Events of the taking back itself, from a run that was interrupted, do not count. */
function planOf({ catalogue }: Deps, { def, key, events }: RowRecord, commandId: string, ownId: string): Plan {
  const { before, after, last } = doneBy(catalogue, events, commandId);
  if (last === null) return { values: {}, keptFields: [] };
  const own = events.findIndex(({ metadata }) => metadata.commandId === ownId);
  const since = events.slice(0, own < 0 ? undefined : own).filter(({ version }) => version > last);
  const touched = new Set(since.flatMap((event) => fieldsOf(catalogue, event, recordKey(def.path, key))));
  const known = recordKey(def.path, key);
  const [old, made] = [before.get(known)?.values ?? {}, after.get(known)?.values ?? {}];
  const fields = changedFields(old, made).filter((name) => whyNotTogether(def, name) === null);
  return {
    values: Object.fromEntries(fields.filter((name) => !touched.has(name)).map((name) => [name, old[name] ?? null])),
    keptFields: fields.filter((name) => touched.has(name)),
  };
}

/** Returns the fields that an event changes in a record. */
function fieldsOf(catalogue: Deps['catalogue'], event: StoredEvent, known: string): string[] {
  const change = changeOf(catalogue, event);
  return change && recordKey(change.table, change.id) === known ? Object.keys(change.fields) : [];
}
