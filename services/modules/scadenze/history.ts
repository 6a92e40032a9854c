import type { AnyRegister } from '#contracts/core/define-register.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { changeOf, fold } from '#contracts/core/fold.ts';
import { recordKey, type RecordState } from '#contracts/core/record-state.ts';
import type { RecordFact } from '#contracts/modules/scadenze/chain.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** A record as the log tells it: as it is, and everything that was done to it. */
export interface FromLog {
  record: RecordState;
  told: RecordFact[];
}

/** `null` for one that was never there. */
export async function historyOf(
  { catalogue, store }: Pick<Dependencies, 'catalogue' | 'store'>,
  def: AnyRegister,
  id: string | number,
): Promise<FromLog | null> {
  const events = await store.read(streamOf(def, id));
  const known = recordKey(def.path, id);
  const record = fold(catalogue, events).get(known);
  if (!record) return null;
  return { record, told: toldOf({ catalogue }, events, known) };
}

/** Returns what the events of a stream did to one record. */
export function toldOf({ catalogue }: Pick<Dependencies, 'catalogue'>, events: readonly StoredEvent[], known: string): RecordFact[] {
  return events.flatMap((event): RecordFact[] => {
    const change = changeOf(catalogue, event);
    return change && recordKey(change.table, change.id) === known ? [{ event, change }] : [];
  });
}
