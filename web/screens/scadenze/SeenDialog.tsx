import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { addDays } from '#contracts/core/dates.ts';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { keys } from '#web/lib/query.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { sendSeen } from './scadenze.api.ts';

const DAYS = 7;

/** Asks until which day a deadline is marked as seen. */
export function SeenDialog({ item, onClose }: { item: DueItem; onClose(): void }) {
  const id = useId();
  const tomorrow = addDays(todayInRome(), 1);
  const [fino, setFino] = useState<string | null>(addDays(todayInRome(), DAYS));
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { soggetto, id: key, tipo, voce } = item;
  const send = useMutation({
    mutationFn: (day: string) => sendSeen({ soggetto, id: key, tipo, voce, fino: day }),
    onSuccess: async (_done, day) => {
      await client.invalidateQueries({ queryKey: keys.board });
      snackbar.success('Segnata come vista', { detail: `${item.tipo_nome}, fino al ${day}` });
      onClose();
    },
    onError: (error) => snackbar.error('Non segnata come vista', { detail: messageOf(error) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fino !== null) send.mutate(fino);
  };
  return (
    <Dialog
      open
      onClose={send.isPending ? () => {} : onClose}
      title="Scadenza vista"
      subtitle={[item.tipo_nome, voce, item.nome].filter(Boolean).join(', ')}
      width={440}
      footer={
        <>
          <Button onClick={onClose} disabled={send.isPending}>
            ANNULLA
          </Button>
          <Button variant="primary" type="submit" form={id} disabled={fino === null} loading={send.isPending}>
            VISTO
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-3">
        <p className="text-read text-ink-2">Resta nello scadenzario, con il tuo nome, fino al giorno scelto o finché la data non cambia.</p>
        <Field label="Fino al">
          <DateInput value={fino} onChange={setFino} min={tomorrow} data-autofocus boxClass="tel-input" />
        </Field>
      </form>
    </Dialog>
  );
}
