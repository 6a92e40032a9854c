import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CONTABILITA_MESSAGES, type ProcessoContabilita } from '#contracts/modules/contabilita/processi.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf } from '#web/lib/format.ts';
import { keys } from '#web/lib/query.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { download, processesOptions, removeResult, sentOptions } from './contabilita.api.ts';
import { useSendPair } from './use-send-pair.ts';

export interface ProcessActions {
  save(filename: string): void;
  /** Sends the two files in swapped order; `null` if they were not swapped or are no longer in this page. */
  swap(process: ProcessoContabilita): (() => void) | null;
  /** Removes a run's result for everybody; `null` if the person may not. */
  remove: ((process: ProcessoContabilita) => void) | null;
}

export function useProcessActions({ uploads, removes }: { uploads: boolean; removes: boolean }): ProcessActions {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const sendPair = useSendPair();
  const { data: sentPairs = {} } = useQuery(sentOptions);
  const forget = (id: string) =>
    client.setQueryData(sentOptions.queryKey, (before = {}) => Object.fromEntries(Object.entries(before).filter(([one]) => one !== id)));
  return {
    save: (filename) =>
      void download(filename).catch((error: unknown) => snackbar.error(CONTABILITA_MESSAGES.download, { detail: messageOf(error) })),
    swap({ id, codice }) {
      const pair = uploads && codice === 'FILE_SCAMBIATI' ? sentPairs[id] : undefined;
      if (!pair) return null;
      return () => void sendPair({ bilMovDip: pair.ripartizioni, ripartizioni: pair.bilMovDip }).then((done) => done && forget(id));
    },
    remove: removes ? (process) => void removeAsked(process) : null,
  };

  async function removeAsked({ id, taskName, files }: ProcessoContabilita): Promise<void> {
    const sure = await confirm({
      title: 'Elimina elaborazione',
      danger: true,
      confirmLabel: 'ELIMINA',
      text: `Eliminare «${taskName}» per tutti?`,
      detail: `${files.length === 0 ? '' : `Con l’elaborazione ${files.length === 1 ? 'se ne va' : 'se ne vanno'} ${countOf(files.length, 'file', 'file')}. `}Lo storico dirà chi l’ha eliminata.`,
    });
    if (!sure) return;
    try {
      await removeResult(id);
      snackbar.success('Elaborazione eliminata', { detail: taskName });
    } catch (error) {
      snackbar.error('Elaborazione non eliminata', { detail: messageOf(error) });
    }
    await Promise.all([processesOptions.queryKey, keys.processi].map((queryKey) => client.invalidateQueries({ queryKey })));
  }
}
