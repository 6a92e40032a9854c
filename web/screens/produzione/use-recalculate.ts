import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { produzione } from '#contracts/registers/produzione.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf } from '#web/lib/format.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { refreshWithParent } from '#web/registers/form/refresh-with-parent.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { recalculate } from './produzione.api.ts';

/** Recalculates the selected headers (RICALCOLA): all or none. */
export function useRecalculate(): { working: boolean; run(keys: () => Promise<readonly string[]>): Promise<boolean> } {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const attempts = useAttempts();
  const [working, setWorking] = useState(false);
  const run = async (keys: () => Promise<readonly string[]>): Promise<boolean> => {
    if (working) return false;
    setWorking(true);
    try {
      const ids = await keys();
      const key = attempts.keyFor(ids);
      const changed = await recalculate(ids, key);
      attempts.answered(key);
      snackbar.success('Ricalcolo effettuato', {
        detail:
          changed.length === 0 ? 'I prezzi erano già quelli di ora.' : `${countOf(changed.length, 'riga cambiata', 'righe cambiate')}.`,
      });
      return true;
    } catch (error) {
      snackbar.error('Errore durante il ricalcolo', { detail: messageOf(error) });
      return false;
    } finally {
      setWorking(false);
      refreshWithParent(catalogue, client, produzione);
    }
  };
  return { working, run };
}
