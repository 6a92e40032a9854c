import { useQuery } from '@tanstack/react-query';
import { readsPosta } from '#contracts/modules/posta.ts';
import { FAILURE_WORDS } from '#contracts/modules/scadenze/reminder-facts.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { remindersOptions } from './reminders.api.ts';

/** That the last digest of somebody did not arrive, for who looks after it; nothing where all did. */
export function NotDelivered({ onOpen }: { onOpen(): void }) {
  const identity = useIdentity();
  const failed = (useQuery(remindersOptions()).data?.data ?? []).filter(({ esito }) => esito !== 'inviato');
  const [first] = failed;
  if (!first || first.esito === 'inviato') return null;
  const words = readsPosta(identity)
    ? failed.length === 1
      ? `Il promemoria di ${first.nome ?? first.destinatario} del ${first.giorno} non è stato consegnato: ${FAILURE_WORDS[first.esito]}.`
      : `I promemoria di ${failed.length} persone non sono stati consegnati.`
    : `Il tuo promemoria del ${first.giorno} non è stato consegnato: ${FAILURE_WORDS[first.esito]}.`;
  return (
    <Note tone="warn" className="mb-3 print:hidden">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {words}
        <Button plain variant="ghost" size="sm" onClick={onOpen}>
          Dettagli
        </Button>
      </span>
    </Note>
  );
}
