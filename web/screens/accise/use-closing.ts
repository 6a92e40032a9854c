import { useQueryClient } from '@tanstack/react-query';
import { firstDay, lastDay, quarterForPeople } from '#contracts/modules/accise/quarter.ts';
import type { Dichiarazione } from '#contracts/modules/accise/statement.ts';
import { accise } from '#contracts/registers/accise.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf, formatNumber } from '#web/lib/format.ts';
import { useAction } from '#web/lib/use-action.ts';
import { registerKeys } from '#web/registers/keys.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { closeStatement, reopenStatement, type StatementRequest } from './statement.api.ts';

export interface Closing {
  working: boolean;
  close(statement: Dichiarazione): Promise<void>;
  /** Resolves to whether the quarter is open now. */
  reopen(motivo: string): Promise<boolean>;
}

/** Closes and reopens the quarter in view (CHIUDI TRIMESTRE, RIAPRI). */
export function useClosing(request: StatementRequest): Closing {
  const client = useQueryClient();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { running: working, run, once } = useAction();
  const name = quarterForPeople(request);
  const send = (call: () => Promise<unknown>, words: { done: string; failed: string }): Promise<boolean> =>
    run(
      async () => {
        await call();
        snackbar.success(words.done);
      },
      {
        failed: (error) => snackbar.error(words.failed, { detail: messageOf(error) }),
        after: () => void client.invalidateQueries({ queryKey: registerKeys.all(accise.path) }),
      },
    );
  return {
    working,
    async close(statement) {
      const sure = await confirm({
        title: 'Chiudi trimestre',
        text: `Chiudere il ${name}, di tutti i cantieri?`,
        detail: `${whatCloses(request, statement)} Le letture dal ${firstDay(request)} al ${lastDay(request)} non si potranno più aggiungere, modificare, eliminare o ripristinare, finché un amministratore non riapre il trimestre.`,
        confirmLabel: 'CHIUDI TRIMESTRE',
      });
      const close = () => once([name], (key) => closeStatement(request, key));
      if (sure) await send(close, { done: `${name} chiuso`, failed: 'Trimestre non chiuso' });
    },
    reopen(motivo) {
      const open = () => once([name, motivo], (key) => reopenStatement(request, motivo, key));
      return send(open, { done: `${name} riaperto`, failed: 'Trimestre non riaperto' });
    },
  };
}

/** Figures of one site are not those that are closed. */
function whatCloses({ cantiere }: StatementRequest, { data, totale }: Dichiarazione): string {
  if (cantiere) return 'Le righe restano come sono ora.';
  const missing = data.filter(({ litri }) => litri === null).length;
  const lacking =
    missing === 0 ? '' : ` ${countOf(missing, 'riga è ancora senza litri', 'righe sono ancora senza litri')}: manca la curva di consumo.`;
  return `${data.length === 1 ? 'La riga resta com’è ora' : `Le ${data.length} righe restano come sono ora`}: ${formatNumber(totale.litri, 0)} litri, ${formatNumber(totale.litri_ammessi, 0)} ammessi.${lacking}`;
}
