import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { readsPosta } from '#contracts/modules/posta.ts';
import { FAILURE_WORDS, type ReminderRow } from '#contracts/modules/scadenze/reminder-facts.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { remindersOptions, sendReminders } from './reminders.api.ts';

/** Shows the outcome of each person's last morning mail, or of the person's own. */
export function LastReminders({ onBusy }: { onBusy(busy: boolean): void }) {
  const identity = useIdentity();
  const { data, error, refetch } = useQuery(remindersOptions());
  const all = readsPosta(identity);
  return (
    <section aria-label="Promemoria" className="grid gap-3">
      <h3 className="text-touch font-semibold">Ogni mattino per mail</h3>
      <p className="text-read text-ink-2">
        {data?.ora === 'no'
          ? 'I promemoria del mattino sono spenti in questo portale.'
          : `Alle ${data?.ora ?? '…'} una mail sola a chi è responsabile di ciò che scade: nei giorni che il suo tipo dice, di solito 90, 30 e 7 prima, poi ogni settimana. Una scadenza vista tace.`}
      </p>
      {error ? <ErrorState title="Promemoria non caricati" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton width="60%" /> : null}
      {data?.data.length === 0 ? (
        <p className="text-read text-ink-3">{all ? 'Nessun promemoria inviato finora.' : 'Non hai ancora ricevuto promemoria.'}</p>
      ) : null}
      {data && data.data.length > 0 ? (
        <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded-panel border border-line">
          {data.data.map((row) => (
            <Reminder key={row.destinatario} row={row} withName={all} />
          ))}
        </ul>
      ) : null}
      {identity.groupID === GRUPPO_AMMINISTRATORI ? <SendNow onBusy={onBusy} /> : null}
    </section>
  );
}

function Reminder({ row, withName }: { row: ReminderRow; withName: boolean }) {
  const { esito, giorno, destinatario, nome, righe, spiegazione } = row;
  return (
    <li className="grid gap-1 px-3 py-2">
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 text-read [overflow-wrap:anywhere]">
          <strong className="block font-semibold">{withName ? (nome ?? destinatario) : 'Ultimo promemoria'}</strong>
          <span className="num text-label text-ink-2">
            {giorno}, {countOf(righe, 'scadenza', 'scadenze')}
          </span>
        </span>
        <Badge tone={esito === 'inviato' ? 'ok' : esito === 'rimandato' ? 'warn' : 'danger'}>
          {esito === 'inviato' ? 'inviato' : FAILURE_WORDS[esito]}
        </Badge>
      </span>
      {spiegazione === null ? null : <span className="text-label text-ink-2">{spiegazione}</span>}
    </li>
  );
}

function SendNow({ onBusy }: { onBusy(busy: boolean): void }) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const send = useMutation({
    mutationFn: sendReminders,
    onMutate: () => onBusy(true),
    onSuccess: ({ inviati, gia_inviati = 0 }) => {
      if (inviati === undefined) return snackbar.success('Promemoria in coda', { detail: 'Se ne vede l’esito fra i processi.' });
      const before = gia_inviati > 0 ? `${countOf(gia_inviati, 'persona l’aveva', 'persone l’avevano')} già` : undefined;
      snackbar.success(`${countOf(inviati, 'promemoria inviato', 'promemoria inviati')}`, before ? { detail: before } : {});
    },
    onError: (error) => snackbar.error('Promemoria non inviati', { detail: messageOf(error) }),
    onSettled: async () => {
      onBusy(false);
      await client.invalidateQueries({ queryKey: remindersOptions().queryKey });
    },
  });
  return (
    <Button plain icon={Send} className="justify-self-start" loading={send.isPending} onClick={() => send.mutate()}>
      Manda ora quelli di oggi
    </Button>
  );
}
