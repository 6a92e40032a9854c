import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { cantieri } from '#contracts/registers/cantieri.ts';
import { messageOf, api } from '#web/lib/api-client.ts';
import { untilEnded } from '#web/lib/job-end.ts';
import { keys } from '#web/lib/query.ts';
import type { FormValuesOf } from '#web/registers/row.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { MailPreview } from '#contracts/modules/cantieri.ts';

/** Seconds for which the page waits for the mail to leave; the job continues without it. */
const WAIT_SECONDS = 30;

/** Requests the mail about a site as it would be sent now. */
async function previewMail(commessa: string): Promise<MailPreview | null> {
  return (await api.get<{ data: MailPreview[] }>('/api/Mail', { query: { commessa } })).data[0] ?? null;
}

/** Queues the mail about a site; resolves to the job's id. */
async function queueMail(cantiere: FormValuesOf<typeof cantieri>): Promise<string> {
  const { message } = await api.post<{ message: { jobId: string } }>('/api/Mail', {
    dataCantiere: cantiere,
    lavorazioni: cantiere.lavorazioni ?? '',
  });
  return message.jobId;
}

/** Shows the recipients and the text of a mail before it is sent. */
function MailToSend({ preview: { destinatari, oggetto, testo } }: { preview: MailPreview }) {
  return (
    <>
      <p>Desideri inviare la mail?</p>
      <dl className="mt-3 grid gap-2 text-body">
        <div>
          <dt className="text-label text-ink-3">Destinatari</dt>
          <dd className="break-words text-ink">{destinatari.join(', ')}</dd>
        </div>
        <div>
          <dt className="text-label text-ink-3">Oggetto</dt>
          <dd className="break-words text-ink">{oggetto}</dd>
        </div>
        <div>
          <dt className="text-label text-ink-3">Testo</dt>
          <dd>
            <pre
              tabIndex={0}
              className="num max-h-64 overflow-y-auto whitespace-pre-wrap break-words rounded-control border border-line bg-sunken p-3 font-sans text-ink"
            >
              {testo.trim()}
            </pre>
          </dd>
        </div>
      </dl>
    </>
  );
}

interface Mail {
  sending: boolean;
  /** Sends the mail after a question that shows recipients and text. */
  ask(cantiere: FormValuesOf<typeof cantieri>): Promise<void>;
  send(cantiere: FormValuesOf<typeof cantieri>): Promise<void>;
}

/**
 * Sends the mail about a site to the recipients set in the portal (POST api/Mail). The mail is a job, which continues without this page.
 */
export function useMail(): Mail {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [sending, setSending] = useState(false);
  const send = async (cantiere: FormValuesOf<typeof cantieri>): Promise<void> => {
    setSending(true);
    try {
      const jobId = await queueMail(cantiere);
      void client.invalidateQueries({ queryKey: keys.processi });
      const end = await untilEnded(jobId, { seconds: WAIT_SECONDS });
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
  const ask = async (cantiere: FormValuesOf<typeof cantieri>): Promise<void> => {
    const commessa = String(cantiere.commessa ?? '');
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
