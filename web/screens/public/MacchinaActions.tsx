import { scope } from '#contracts/core/permissions.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { useIdentity } from '#web/lib/session.ts';
import { childButtons, formButtons } from '#web/registers/buttons.ts';
import { reportHref } from '#web/registers/report-address.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { ActionLinks, ReportLink } from './ActionLinks.tsx';
import { actionHref } from './actions.ts';
import { LineLink } from './LineLink.tsx';

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
