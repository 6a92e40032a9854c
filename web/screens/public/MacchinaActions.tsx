import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { useIdentity } from '#web/lib/session.ts';
import { formButtons } from '#web/registers/buttons.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { ActionLinks } from './ActionLinks.tsx';
import { actionHref } from './actions.ts';

/** Whether who is signed in may record maintenance and readings. */
export const useMayRecord = (): boolean => formButtons(useIdentity(), manutenzioni, 'nuovo', null).save;

/** Of a scanned machine, for who is signed in. */
export function MacchinaActions({ matricola }: { matricola: string }) {
  if (useMayRecord()) return <ActionLinks to={(action) => ({ href: actionHref(matricola, action) })} />;
  return (
    <div className="mb-4">
      <Note>Il tuo gruppo non registra manutenzioni né letture ore: chiedi a un amministratore.</Note>
    </div>
  );
}
