import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { fold } from '#contracts/core/fold.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { NOT_FOUND } from '#contracts/modules/modifiche.ts';
import type { Dispatch, Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies, Rehearsal } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import type { AskedRecord } from './request.ts';
import { readRecord, refusalOf, rowOf, visibleRecord } from './row.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'readDb' | 'store' | 'rehearse'>;

/** New values of many records, and their sender. */
export interface ChangeOfMany {
  def: AnyRegister;
  values: Values;
  sender: Sender;
}

/** Returns the command id of a row; the same row of the same change always gets the same id. */
export const rowCommandId = (changeId: string, key: string | number): string => derivedCommandId(changeId, String(key));

interface ChangeOutcome {
  /** Italian sentence of the refusal; `null` if this run or an earlier one recorded the change. */
  refusal: string | null;
  /** Log position of the change; `null` if nothing was recorded because the record already had these values. */
  position: string | null;
}

/** Sends the change of one record. Preview and job call this same function, with different dispatches and logs. */
export async function changeRecord(
  deps: Pick<Dependencies, 'catalogue' | 'readDb'>,
  { dispatch, store }: Pick<Rehearsal, 'store'> & { dispatch: Dispatch },
  { def, values, sender }: ChangeOfMany,
  { key, version }: AskedRecord,
): Promise<ChangeOutcome> {
  const rowSender = { ...sender, commandId: rowCommandId(sender.commandId, key) };
  try {
    const { position } = await dispatch({ register: def.path, action: 'change', key, values, readVersion: version }, rowSender);
    return { refusal: null, position };
  } catch (error) {
    const refusal = refusalOf(def, error);
    const record = await readRecord(deps, store, def, key);
    // an earlier run, killed before it noted this row, may have recorded the change; the refusal then is only a later one
    const before = record?.events.findLast(({ metadata }) => metadata.commandId === rowSender.commandId);
    if (before) return { refusal: null, position: before.position };
    // some rules refuse before permissions are checked, and such a refusal must not reveal that a record exists
    const seen = record && visibleRecord(record, fold(deps.catalogue, record.events), sender.identity);
    return { refusal: seen ? refusal : NOT_FOUND, position: null };
  }
}

/** Returns a page of the outcomes that a change of many records would have. Runs the real decisions without recording anything. */
export function previewChange(
  deps: Deps,
  change: ChangeOfMany,
  records: readonly AskedRecord[],
  { pagina, righe }: { pagina: number; righe: number },
): Promise<PreviewRow[]> {
  const { def, values, sender } = change;
  const from = (pagina - 1) * righe;
  return deps.rehearse(async ({ dispatch, store }) => {
    // with rules between records, the outcome of a row depends on the rows before it, so earlier pages are decided too
    const first = def.distinct || def.unique ? 0 : from;
    const rows: PreviewRow[] = [];
    for (const [at, record] of records.slice(first, from + righe).entries()) {
      const { refusal } = await changeRecord(deps, { dispatch, store }, change, record);
      if (first + at < from) continue;
      const row = {
        commandId: rowCommandId(sender.commandId, record.key),
        fields: Object.keys(values),
        refusal,
        identity: sender.identity,
      };
      rows.push(rowOf(deps, await readRecord(deps, store, def, record.key), record.key, row));
    }
    return rows;
  });
}
