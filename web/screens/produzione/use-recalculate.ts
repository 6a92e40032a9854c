import { useQueryClient } from '@tanstack/react-query';
import { produzione } from '#contracts/registers/produzione.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf } from '#web/lib/format.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { refreshWithParent } from '#web/registers/form/refresh-with-parent.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { recalculate } from './produzione.api.ts';

/** Recalculates the selected headers (RICALCOLA): all or none. */
export function useRecalculate(): { working: boolean; run(keys: () => Promise<readonly string[]>): Promise<boolean> } {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { running: working, run: act, once } = useAction();
  const recalculateAll = async (keys: () => Promise<readonly string[]>): Promise<void> => {
    const ids = await keys();
    const changed = await once(ids, (key) => recalculate(ids, key));
    snackbar.success('Ricalcolo effettuato', {
      detail: changed.length === 0 ? 'I prezzi erano già quelli di ora.' : `${countOf(changed.length, 'riga cambiata', 'righe cambiate')}.`,
    });
  };
  return {
    working,
    run: (keys) =>
      act(() => recalculateAll(keys), {
        failed: (error) => snackbar.error('Errore durante il ricalcolo', { detail: messageOf(error) }),
        after: () => refreshWithParent(catalogue, client, produzione),
      }),
  };
}
