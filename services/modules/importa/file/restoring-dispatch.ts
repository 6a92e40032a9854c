import { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import type { Dispatch } from '#contracts/ports/dispatch.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';

/**
 * Wraps a dispatch so that it restores a record with the new values, instead of failing, if an undone import deleted the record. A file can
 * therefore be imported, undone, corrected and imported again. A record that a person deleted stays deleted.
 */
export function restoringDispatch(dispatch: Dispatch, { catalogue, store }: Pick<Dependencies, 'catalogue' | 'store'>): Dispatch {
  return async (command, sender) => {
    try {
      return await dispatch(command, sender);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'DUPLICATO' || command.action !== 'create' || command.key === undefined)
        throw error;
      const { register, key, values } = command;
      if (catalogue.registerOrThrow(register).parent) throw error;
      const events = await store.read(streamOf(catalogue.registerOrThrow(register), key));
      const deleted = events.at(-1);
      const state = fold(catalogue, events).get(recordKey(register, key));
      if (!state || state.exists || deleted?.metadata.origine !== 'importazione') throw error;
      const part = (name: string) => ({ ...sender, commandId: derivedCommandId(sender.commandId, name) });
      await dispatch({ register, action: 'restore', key, version: deleted.version - 1 }, part('ripristina'));
      return dispatch({ register, action: 'change', key, ...(values ? { values } : {}) }, part('valori'));
    }
  };
}
