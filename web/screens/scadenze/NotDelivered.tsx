import { useQuery } from '@tanstack/react-query';
import { readsPosta } from '#contracts/modules/posta.ts';
import { FAILURE_WORDS } from '#contracts/modules/scadenze/reminder-facts.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { remindersOptions } from './reminders.api.ts';

/** Warns people in charge that somebody's last digest was not delivered; nothing if all were. */
export function NotDelivered({ onOpen }: { onOpen(): void }) {
  const identity = useIdentity();
  const failed = (useQuery(remindersOptions()).data?.data ?? []).filter(({ esito }) => esito !== 'inviato');
  const [first] = failed;
  if (!first || first.esito === 'inviato') return null;
  const words = readsPosta(identity)
    ? failed.length === 1
      ? `Il promemoria di ${first.nome ?? first.destinatario} del ${whole(first.giorno)} non è stato consegnato: ${whole(FAILURE_WORDS[first.esito])}.`
      : `I promemoria di ${failed.length} persone non sono stati consegnati.`
    : `Il tuo promemoria del ${whole(first.giorno)} non è stato consegnato: ${whole(FAILURE_WORDS[first.esito])}.`;
  return (
    <Note tone="warn" className="mb-3 max-md:mt-3 print:hidden">
      <span className="flex items-start justify-between gap-3">
        <span>{words}</span>
        <Button plain variant="ghost" size="sm" className="-my-1.5 flex-none max-md:-my-3 max-md:-mr-2" onClick={onOpen}>
          Dettagli
        </Button>
      </span>
    </Note>
  );
}

/** Replaces hyphens by non-breaking ones, so that dates and words like "e-mail" are not split. */
const whole = (text: string): string => text.replaceAll('-', '\u2011');
