import { useQueryClient } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { authorOf } from '#contracts/core/history-in-words.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { mayRestoreDeleted } from '../buttons.ts';
import { newestEntries, restoreVersion } from '../history/history.api.ts';
import { fetchOne, refresh } from '../register.api.ts';
import { nameOf } from '../words.ts';
import { valuesOf } from './form-state.ts';
import type { RegisterFormState } from './use-register-form.ts';

/**
 * Returns a function for a save that found its record deleted: tells who deleted the record and when. If the person may, offers to restore
 * the record with the unsaved input. Resolves to false if the history contains no deletion.
 */
export function useDeleted(def: AnyRegister, form: RegisterFormState): (key: string) => Promise<boolean> {
  const client = useQueryClient();
  const identity = useIdentity();
  const confirm = useConfirm();
  const snackbar = useSnackbar();

  const bringBack = async (key: string, deleted: number): Promise<void> => {
    try {
      await restoreVersion(def.path, key, { version: deleted - 1, ifMatch: deleted });
      const row = await fetchOne(def, key);
      if (row) {
        const now = valuesOf(def, row);
        form.reset({ values: now, version: row.versione }, { ...now, ...form.changes() });
      }
      await refresh(client, def);
      snackbar.success('Record ripristinato', { detail: 'Ciò che hai scritto è ancora qui: ora puoi salvarlo.' });
    } catch (error) {
      snackbar.error('Ripristino non riuscito', { detail: messageOf(error) });
    }
  };
  return async (key) => {
    const history = await newestEntries(def.path, key).catch((): HistoryItem[] => []);
    const last = history.find((entry) => entry.tabella === def.path);
    if (last?.tipo !== 'eliminato') return false;
    const who = `${authorOf(last)} ha eliminato ${nameOf(def, form.base)} il ${formatInstant(last.quando)}, mentre modificavi.`;
    if (!mayRestoreDeleted(identity, def)) {
      snackbar.error(who, { detail: 'Ciò che hai scritto è ancora qui. Un amministratore può ripristinarlo.' });
      return true;
    }
    const yes = await confirm({
      title: 'Il record è stato eliminato',
      text: who,
      detail: 'Ciò che hai scritto è ancora qui: ripristinato il record, lo puoi salvare.',
      confirmLabel: 'RIPRISTINA',
      cancelLabel: 'CHIUDI',
    });
    if (yes) await bringBack(key, last.versione);
    return true;
  };
}
