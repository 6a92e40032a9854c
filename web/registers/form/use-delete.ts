import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { TAKE_BACK_MINUTES } from '#contracts/core/own-deletion.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { newKey } from '#web/lib/idempotency.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import type { SnackAction } from '#web/ui/feedback/snackbar-store.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useCatalogue } from '../catalogue-context.ts';
import { restoreVersion } from '../history/history.api.ts';
import { registerKeys } from '../keys.ts';
import { bringBackRecords, deleteRecord, deleteRecords, referencesOptions, refresh } from '../register.api.ts';
import { referencesSentence } from './references-sentence.ts';
import { deleteTitle } from '../words.ts';

const RESTORABLE = `Per ${TAKE_BACK_MINUTES} minuti puoi annullare; poi può ripristinarlo un amministratore.`;

/**
 * Returns a function that deletes a record after a question, which tells how many records refer to it. Resolves to true once the record is
 * deleted.
 */
export function useDelete(def: AnyRegister) {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [deleting, setDeleting] = useState(false);
  const undo = useUndoDeletion(def);
  const remove = async (key: string, name: string, version: number): Promise<boolean> => {
    // if the count cannot be read, the deletion is offered without it
    const used = await client.fetchQuery(referencesOptions(def, key)).then(
      (references) => referencesSentence(catalogue, references),
      () => '',
    );
    const detail = [`${name}.`, used, RESTORABLE].filter(Boolean).join(' ');
    if (!(await confirm({ title: deleteTitle(def), text: def.messages.confirmDelete, detail, confirmLabel: 'ELIMINA', danger: true })))
      return false;
    setDeleting(true);
    try {
      await deleteRecord(def, key, version);
      client.removeQueries({ queryKey: registerKeys.one(def.path, key) });
      void refresh(client, def);
      snackbar.success(def.messages.deleted, { action: undo(() => restoreVersion(def.path, key, { version })) });
      return true;
    } catch (error) {
      snackbar.error(def.messages.deleteError, { detail: messageOf(error) });
      return false;
    } finally {
      setDeleting(false);
    }
  };
  return { deleting, remove };
}

/** Returns a function that makes the ANNULLA button of a deletion. `bringBack` sends the call that takes it back. */
function useUndoDeletion(def: AnyRegister): (bringBack: () => Promise<unknown>) => SnackAction {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const undo = async (bringBack: () => Promise<unknown>): Promise<void> => {
    try {
      await bringBack();
      snackbar.success('Eliminazione annullata');
    } catch (error) {
      snackbar.error('Eliminazione non annullata', { detail: messageOf(error) });
    }
    await refresh(client, def);
  };
  return (bringBack) => ({ label: 'ANNULLA', onClick: () => void undo(bringBack) });
}

interface ManyTexts {
  title: string;
  text: string;
  done: string;
}

/** Returns a function that deletes several records after a question: all or none. */
export function useDeleteMany(def: AnyRegister) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const undo = useUndoDeletion(def);
  return async (keys: readonly string[], texts: ManyTexts): Promise<boolean> => {
    if (!(await confirm({ title: texts.title, text: texts.text, confirmLabel: 'ELIMINA', danger: true }))) return false;
    try {
      await deleteRecords(def, keys);
      await refresh(client, def);
      const idempotencyKey = newKey();
      snackbar.success(texts.done, { action: undo(() => bringBackRecords(def, keys, idempotencyKey)) });
      return true;
    } catch (error) {
      snackbar.error(def.messages.deleteError, { detail: messageOf(error) });
      return false;
    }
  };
}
