import { useQueryClient } from '@tanstack/react-query';
import { fileFields } from '#contracts/core/documents.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { newKey } from '#web/lib/idempotency.ts';
import type { SnackAction } from '#web/ui/feedback/snackbar-store.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { refresh, updateRecord, type WriteResult } from '../register.api.ts';

/**
 * Returns a function that makes the ANNULLA button of a saved change. It writes the values from before over the version that the change
 * made, so that a later change by somebody else is never overwritten. There is no button for accounts and groups, nor for documents,
 * whose old content is in the history.
 */
export function useUndoChange(def: AnyRegister): (result: WriteResult, before: Values) => SnackAction | undefined {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const undo = async ({ key, version }: WriteResult, before: Values, idempotencyKey: string): Promise<void> => {
    try {
      await updateRecord(def, { key, changes: before, version }, { idempotencyKey });
      snackbar.success('Modifica annullata');
    } catch (error) {
      snackbar.error('Modifica non annullata', { detail: messageOf(error) });
    }
    await refresh(client, def);
  };
  return (result, before) => {
    const files = fileFields(def).map(({ field }) => field);
    if (def.oneByOne || Object.keys(before).some((name) => files.includes(name))) return undefined;
    const idempotencyKey = newKey();
    return { label: 'ANNULLA', onClick: () => void undo(result, before, idempotencyKey) };
  };
}
