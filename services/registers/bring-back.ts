import type { Outcome, Sender } from '#contracts/ports/dispatch.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import type { Dependencies } from '../platform/module.ts';
import { runBatch, type BatchPart } from './batch.ts';
import { derivedCommandId } from './command-handling.ts';
import { parentOf } from './locate.ts';

/**
 * Restores deleted records as they were before their deletion: all of them or none. Each restore needs the rights of a single restore, so
 * the person who deleted a record recently may restore it. Existing records are skipped and not counted.
 * Throws a `DomainError` if one of the records cannot be restored.
 */
export async function bringBack(
  deps: Dependencies,
  { def, keys }: { def: AnyRegister; keys: readonly (string | number)[] },
  sender: Sender,
): Promise<Outcome[]> {
  const parts: BatchPart[] = [];
  for (const key of keys) {
    const commandId = derivedCommandId(sender.commandId, `${def.path}/${key}`);
    const version = await versionToRestore(deps, { def, key, commandId });
    if (version !== null)
      parts.push({ command: { register: def.path, action: 'restore', key, version }, sender: { ...sender, commandId } });
  }
  await deps.rehearse(async ({ dispatch }) => {
    for (const { command, sender: own } of parts) await dispatch(command, own);
  });
  return parts.length === 0 ? [] : runBatch(deps, sender.commandId, parts);
}

/** Returns the version of a record before its deletion; `null` if the record exists and this command did not restore it. */
async function versionToRestore(
  deps: Pick<Dependencies, 'catalogue' | 'readDb' | 'store'>,
  { def, key, commandId }: { def: AnyRegister; key: string | number; commandId: string },
): Promise<number | null> {
  const parent = def.parent ? await parentOf(deps, def, key) : key;
  const events = parent === null ? [] : await deps.store.read(streamOf(def, parent));
  const repeated = events.findIndex(({ metadata }) => metadata.commandId === commandId);
  const record = fold(deps.catalogue, repeated < 0 ? events : events.slice(0, repeated)).get(recordKey(def.path, key));
  if (!record) throw new DomainError('SCONOSCIUTO');
  return record.exists ? null : record.version - 1;
}
