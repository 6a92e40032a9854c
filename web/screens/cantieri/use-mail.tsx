import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Values } from '#contracts/core/define-register.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { MailToSend } from './MailToSend.tsx';
import { endOfMail, previewMail, queueMail } from './mail.api.ts';

interface Mail {
  sending: boolean;
  /** Sends the mail after a question that shows recipients and text. */
  ask(cantiere: Values): Promise<void>;
  send(cantiere: Values): Promise<void>;
}

/**
 * Sends the mail about a site to the recipients set in the portal (POST api/Mail). The mail is a job, which continues without this page.
 */
export function useMail(): Mail {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [sending, setSending] = useState(false);
  const send = async (cantiere: Values): Promise<void> => {
    setSending(true);
    try {
      const jobId = await queueMail(cantiere);
      void client.invalidateQueries({ queryKey: keys.processi });
      const end = await endOfMail(jobId);
      if (end?.status === 'done') snackbar.success('Mail inviata correttamente');
      else if (end === null) snackbar.info('Mail in partenza', { detail: 'Si vede in Attività.' });
      else snackbar.error('Mail non inviata', { detail: end.messaggio ?? 'Si riprova da Attività.' });
    } catch (error) {
      snackbar.error('Mail non inviata', { detail: messageOf(error) });
    } finally {
      setSending(false);
      void client.invalidateQueries({ queryKey: keys.processi });
    }
  };
  const ask = async (cantiere: Values): Promise<void> => {
    const commessa = String(cantiere['commessa'] ?? '');
    setSending(true);
    const preview = await previewMail(commessa)
      .catch((error: unknown) => {
        snackbar.error('Mail non inviata', { detail: messageOf(error) });
      })
      .finally(() => setSending(false));
    if (!preview) return;
    if (await confirm({ title: `Cantiere ${commessa}`, text: <MailToSend preview={preview} />, confirmLabel: 'INVIA', width: 640 }))
      await send(cantiere);
  };
  return { sending, ask, send };
}
