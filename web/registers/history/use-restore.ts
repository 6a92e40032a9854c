import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { restoreVersion } from './history.api.ts';
import { refresh } from '../register.api.ts';

/** Asks, then brings an older version back as a new event. */
export function useRestore(def: AnyRegister, id: string) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  return useCallback(async (entry: HistoryItem): Promise<boolean> => {
    const asked = await confirm({
      title: 'Ripristina',
      text: `Riportare ${def.labels.article} com'era il ${formatInstant(entry.quando)}?`,
      detail: 'I valori di allora tornano con una nuova modifica: lo storico resta intero.',
      confirmLabel: 'RIPRISTINA',
    });
    if (!asked) return false;
    try {
      const changed = await restoreVersion(def.path, id, entry.versione);
      await refresh(client, def);
      if (changed > 0) snackbar.success('Modifica effettuata');
      else snackbar.info('Il record è già così');
      return true;
    } catch (error) {
      snackbar.error('Ripristino non riuscito', { detail: messageOf(error) });
      return false;
    }
  }, [client, confirm, snackbar, def, id]);
}
