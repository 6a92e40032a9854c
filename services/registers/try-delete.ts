import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { changeOf, fold } from '#contracts/core/fold.ts';
import type { RecordCommand, Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies } from '../platform/module.ts';
import { alreadyExecuted } from './command-handling.ts';
import { authoriseWrite, decideWrite, prepareWrite } from './dispatch.ts';

/**
 * Checks without recording whether a deletion would be accepted now. Throws the errors that the dispatch would throw. Returns `false` if
 * another command deleted the record at `since` or later, `repeated` if this command did.
 */
export async function tryDelete(
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'numbers' | 'readDb' | 'clock'>,
  command: RecordCommand & { action: 'delete' },
  sender: Sender,
  since?: Date,
): Promise<boolean | 'repeated'> {
  const prepared = await prepareWrite({ ...deps, raiseSequence: async () => {} }, { commands: [], rules: [] }, command, sender);
  const events = await deps.store.read(prepared.stream);
  if (alreadyExecuted(deps.catalogue, events, sender.commandId)) return 'repeated';
  const state = fold(deps.catalogue, events);
  authoriseWrite(deps, prepared, state, events);
  if (since && deletedSince(deps.catalogue, events, { def: prepared.def, key: command.key }, since)) return false;
  decideWrite(deps, prepared, state, events);
  return true;
}

/** Tells whether the record or its parent was deleted at `since` or later, and not restored after. */
function deletedSince(
  catalogue: Dependencies['catalogue'],
  events: readonly StoredEvent[],
  { def, key }: { def: AnyRegister; key: RecordCommand['key'] },
  since: Date,
): boolean {
  const last = events.findLast((event) => {
    const change = changeOf(catalogue, event);
    return (
      change !== null &&
      (change.kind === 'eliminato' || change.kind === 'ripristinato' || change.kind === 'creato') &&
      ((change.table === def.path && change.id === String(key)) || change.table === def.parent?.register)
    );
  });
  return last !== undefined && changeOf(catalogue, last)?.kind === 'eliminato' && Date.parse(last.metadata.at) >= since.getTime();
}
