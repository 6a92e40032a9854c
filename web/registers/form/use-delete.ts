import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useCatalogue } from '../catalogue-context.ts';
import { restoreVersion } from '../history/history.api.ts';
import { registerKeys } from '../keys.ts';
import { deleteRecord, deleteRecords, referencesOptions, refresh } from '../register.api.ts';
import { referencesSentence } from './references-sentence.ts';
import { deleteTitle } from '../words.ts';

const RESTORABLE = 'Un amministratore può ripristinarlo.';

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
  const bringBack = async (key: string, version: number): Promise<void> => {
    try {
      await restoreVersion(def.path, key, { version });
      snackbar.success('Eliminazione annullata');
    } catch (error) {
      snackbar.error('Eliminazione non annullata', { detail: messageOf(error) });
    }
    await refresh(client, def);
  };
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
      snackbar.success(def.messages.deleted, { action: { label: 'ANNULLA', onClick: () => void bringBack(key, version) } });
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
  return async (keys: readonly string[], texts: ManyTexts): Promise<boolean> => {
    if (!(await confirm({ title: texts.title, text: texts.text, confirmLabel: 'ELIMINA', danger: true }))) return false;
    try {
      await deleteRecords(def, keys);
      await refresh(client, def);
      snackbar.success(texts.done);
      return true;
    } catch (error) {
      snackbar.error(def.messages.deleteError, { detail: messageOf(error) });
      return false;
    }
  };
}
