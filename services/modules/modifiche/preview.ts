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

/** Returns the command id of a row of a change of many; the same row always has the same one. */
export const rowCommandId = (changeId: string, key: string | number): string => derivedCommandId(changeId, String(key));

interface Changed {
  /** Sentence of the refusal; `null` if the change is recorded, now or before. */
  refusal: string | null;
  /** Log position of the change; `null` if it recorded nothing, since the record had these values already. */
  position: string | null;
}

/** Sends the change of one record. Preview and effect both call this function: only the dispatch and its log differ. */
export async function changeRecord(
  deps: Pick<Dependencies, 'catalogue' | 'readDb'>,
  { dispatch, store }: Pick<Rehearsal, 'store'> & { dispatch: Dispatch },
  { def, values, sender }: ChangeOfMany,
  { key, version }: AskedRecord,
): Promise<Changed> {
  const own = { ...sender, commandId: rowCommandId(sender.commandId, key) };
  try {
    const { position } = await dispatch({ register: def.path, action: 'change', key, values, readVersion: version }, own);
    return { refusal: null, position };
  } catch (error) {
    const refusal = refusalOf(def, error);
    const record = await readRecord(deps, store, def, key);
    // a run that was killed has changed this record already, and a rule that is asked before the log has refused it since
    const before = record?.events.findLast(({ metadata }) => metadata.commandId === own.commandId);
    if (before) return { refusal: null, position: before.position };
    // a rule that refuses before rights are checked must not tell that a record exists
    const seen = record && visibleRecord(record, fold(deps.catalogue, record.events), sender.identity);
    return { refusal: seen ? refusal : NOT_FOUND, position: null };
  }
}

/** Returns a page of what a change of many would do, decided as the change itself decides. Nothing is recorded. */
export function previewChange(
  deps: Deps,
  change: ChangeOfMany,
  asked: readonly AskedRecord[],
  { pagina, righe }: { pagina: number; righe: number },
): Promise<PreviewRow[]> {
  const { def, values, sender } = change;
  const from = (pagina - 1) * righe;
  return deps.rehearse(async ({ dispatch, store }) => {
    // records of such a register can stand in each other's way, so the pages before are decided too
    const first = def.distinct || def.unique ? 0 : from;
    const rows: PreviewRow[] = [];
    for (const [at, record] of asked.slice(first, from + righe).entries()) {
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
