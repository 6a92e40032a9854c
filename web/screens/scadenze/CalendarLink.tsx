import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, Check, Copy, KeyRound, RefreshCw, Unlink } from 'lucide-react';
import { useState } from 'react';
import { calendarPath } from '#contracts/modules/calendar-address.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatDay } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { calendarOptions, makeCalendar, revokeCalendar } from './reminders.api.ts';

/** Creates the address of the person's calendar, shown once. A new address invalidates the old one. */
export function CalendarLink() {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [address, setAddress] = useState<string | null>(null);
  const { data: state, error, isPending, refetch } = useQuery(calendarOptions());
  const after = { onSettled: () => client.invalidateQueries({ queryKey: calendarOptions().queryKey }) };
  const make = useMutation({
    ...after,
    mutationFn: makeCalendar,
    onSuccess: (token) => setAddress(location.origin + calendarPath(token)),
    onError: (failed) => snackbar.error('Collegamento non creato', { detail: messageOf(failed) }),
  });
  const revoke = useMutation({
    ...after,
    mutationFn: revokeCalendar,
    onSuccess: () => {
      setAddress(null);
      snackbar.success('Collegamento revocato');
    },
    onError: (failed) => snackbar.error('Collegamento non revocato', { detail: messageOf(failed) }),
  });
  const renew = async () => {
    const text = 'Il collegamento di adesso smette di funzionare: i calendari che lo usano restano fermi.';
    if (await confirm({ title: 'Nuovo collegamento', text, confirmLabel: 'CREA', danger: true })) make.mutate();
  };
  const end = async () => {
    const text = 'Chi ha il collegamento non vedrà più le scadenze.';
    if (await confirm({ title: 'Revocare il collegamento?', text, confirmLabel: 'REVOCA', danger: true })) revoke.mutate();
  };
  const busy = make.isPending || revoke.isPending;
  return (
    <section aria-label="Calendario" className="grid gap-3">
      <h3 className="text-touch font-semibold">Nel tuo calendario</h3>
      <p className="text-read text-ink-2">
        Un collegamento da aggiungere al calendario del telefono o del computer: mostra le scadenze dei prossimi 90 giorni che puoi vedere.
      </p>
      {error ? <ErrorState title="Calendario non caricato" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton width="40%" /> : null}
      {address === null ? null : <Address address={address} />}
      {state && address === null ? (
        <p className="num text-read">Il tuo collegamento c’è dal {formatDay(state.creato)}. Per averlo di nuovo se ne crea un altro.</p>
      ) : null}
      {isPending || error ? null : state ? (
        <div className="flex flex-wrap gap-2">
          <Button plain icon={RefreshCw} disabled={busy} onClick={() => void renew()}>
            Nuovo collegamento
          </Button>
          <Button plain icon={Unlink} variant="danger-ghost" disabled={busy} onClick={() => void end()}>
            Revoca
          </Button>
        </div>
      ) : (
        <Button
          plain
          icon={CalendarPlus}
          variant="primary"
          className="justify-self-start"
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          Crea il collegamento
        </Button>
      )}
    </section>
  );
}

function Address({ address }: { address: string }) {
  const [copied, setCopied] = useState(false);
  const snackbar = useSnackbar();
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => snackbar.error('Non copiato', { detail: 'Seleziona il collegamento e copialo a mano.' }),
    );
  return (
    <>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label="Collegamento">
            <TextInput value={address} readOnly boxClass="tel-input" onFocus={(event) => event.currentTarget.select()} />
          </Field>
        </div>
        <Button plain icon={copied ? Check : Copy} className="max-md:!h-11" onClick={() => void copy()}>
          {copied ? 'Copiato' : 'Copia'}
        </Button>
      </div>
      <Note tone="warn" icon={KeyRound}>
        Si legge solo adesso. Chi lo ha vede le tue scadenze senza password: non mandarlo ad altri.
      </Note>
    </>
  );
}
