import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Values } from '#contracts/core/define-register.ts';
import { api, messageOf } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';

interface Mail {
  sending: boolean;
  /** After the question. */
  ask(cantiere: Values): Promise<void>;
  send(cantiere: Values): Promise<void>;
}

/** The mail about a site, to whom the portal is told to send it (POST api/Mail). */
export function useMail(): Mail {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [sending, setSending] = useState(false);
  const send = async (cantiere: Values): Promise<void> => {
    setSending(true);
    try {
      const answer = await api.post<{ message?: { jobId?: string } } | undefined>('/api/Mail', { dataCantiere: cantiere, lavorazioni: cantiere['lavorazioni'] ?? '' });
      if (answer?.message?.jobId === undefined) snackbar.success('Mail inviata correttamente');
      else snackbar.info('Mail in partenza', { detail: 'Si vede in Attività.' });
      void client.invalidateQueries({ queryKey: keys.processi });
    } catch (error) {
      snackbar.error('Mail non inviata', { detail: messageOf(error) });
    } finally {
      setSending(false);
    }
  };
  const ask = async (cantiere: Values): Promise<void> => {
    if (await confirm({ title: `Cantiere ${String(cantiere['commessa'] ?? '')}`, text: 'Desideri inviare la mail?', confirmLabel: 'INVIA' })) await send(cantiere);
  };
  return { sending, ask, send };
}
