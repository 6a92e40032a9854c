import type { AnyRegister } from '#contracts/core/define-register.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { changeOf, fold } from '#contracts/core/fold.ts';
import { recordKey, type RecordState } from '#contracts/core/record-state.ts';
import type { RecordFact } from '#contracts/modules/scadenze/chain.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** State of a record, and all facts about it, both read from the log. */
export interface FromLog {
  record: RecordState;
  facts: RecordFact[];
}

/** Reads a record from the log; `null` if no event created the record. */
export async function historyOf(
  { catalogue, store }: Pick<Dependencies, 'catalogue' | 'store'>,
  def: AnyRegister,
  id: string | number,
): Promise<FromLog | null> {
  const events = await store.read(streamOf(def, id));
  const ownKey = recordKey(def.path, id);
  const record = fold(catalogue, events).get(ownKey);
  if (!record) return null;
  return { record, facts: toldOf({ catalogue }, events, ownKey) };
}

/** Returns the facts that the events of a stream record about one record. */
export function toldOf({ catalogue }: Pick<Dependencies, 'catalogue'>, events: readonly StoredEvent[], ownKey: string): RecordFact[] {
  return events.flatMap((event): RecordFact[] => {
    const change = changeOf(catalogue, event);
    return change && recordKey(change.table, change.id) === ownKey ? [{ event, change }] : [];
  });
}
