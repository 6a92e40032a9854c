import { scope } from '#contracts/core/permissions.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { useIdentity } from '#web/lib/session.ts';
import { childButtons, formButtons } from '#web/registers/buttons.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { ActionLinks, ReportLink } from './ActionLinks.tsx';
import { actionHref } from './actions.ts';
import { useQuery } from '@tanstack/react-query';
import { HardHat } from 'lucide-react';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { todayInRome } from '#web/lib/format.ts';
import { newHref } from '#web/registers/addresses.ts';
import { lineHref } from '#web/modules/produzione/line-address.ts';
import { listOptions } from '#web/registers/register.api.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';

/** Returns the address of the page that reports a machine's fault. */
const reportHref = (matricola: string): string => `/home/guasti/segnala/${encodeURIComponent(matricola)}`;

/** Link to a new line with this machine on the person's latest day; without one, to a new day. */
function LineLink({ matricola }: { matricola: string }) {
  const { memberID } = useIdentity();
  const { data } = useQuery(
    listOptions(produzionePadre, { pagina: 1, righe: 1, ordina: '-data', cerca: '', filtri: { utente: memberID } }),
  );
  if (!data) return null;
  const [day] = data.data;
  const date = day?.data ?? '';
  return (
    <ButtonLink plain size="lg" icon={HardHat} href={day ? lineHref(day.id, matricola) : newHref(produzionePadre)}>
      {day ? `Riga di produzione ${date === todayInRome() ? 'di oggi' : `del ${date}`}` : 'Nuova giornata di produzione'}
    </ButtonLink>
  );
}

/** Tells whether the person may record maintenance and readings. */
export const useMayRecord = (): boolean => formButtons(useIdentity(), manutenzioni, 'nuovo', null).save;

/** Shows the actions on a scanned machine for a signed-in person. */
export function MacchinaActions({ matricola }: { matricola: string }) {
  const identity = useIdentity();
  const mayRecord = useMayRecord();
  const mayWriteLines = childButtons(identity, produzione, identity.memberID).add;
  const report = scope(identity, guasti.access, 'insert') !== 'none' ? reportHref(matricola) : null;
  const line = mayWriteLines ? <LineLink matricola={matricola} /> : null;
  if (mayRecord)
    return (
      <ActionLinks to={(action) => ({ href: actionHref(matricola, action) })} report={report}>
        {line}
      </ActionLinks>
    );
  return (
    <div className="mb-4 grid gap-2">
      {report || line ? (
        <nav aria-label="Che cosa vuoi fare" className="grid gap-2 md:flex">
          {report ? <ReportLink href={report} variant="primary" /> : null}
          {line}
        </nav>
      ) : null}
      <Note>Il tuo gruppo non registra manutenzioni né letture ore: chiedi a un amministratore.</Note>
    </div>
  );
}
