import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { adminKeys } from './admin.api.ts';

/** Runs one action at a time, shows its outcome and reads the portal's state again. `busy` names the running action. */
export function useAdminAction() {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const [busy, setBusy] = useState<string | null>(null);
  const run = useCallback(
    async (name: string, action: () => Promise<unknown>, done: string): Promise<void> => {
      setBusy(name);
      try {
        await action();
        snackbar.success(done);
      } catch (error) {
        snackbar.error('Operazione non riuscita', { detail: messageOf(error) });
      } finally {
        setBusy(null);
        void client.invalidateQueries({ queryKey: adminKeys.all });
        void client.invalidateQueries({ queryKey: keys.processi });
      }
    },
    [client, snackbar],
  );
  return { busy, run };
}
