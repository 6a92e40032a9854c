import { Lock } from 'lucide-react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import type { FormMode } from './form-state.ts';

/** Why there is no SALVA. */
export function ReadOnlyNote({ def, mode }: { def: AnyRegister; mode: FormMode }) {
  return (
    <Note icon={Lock}>
      {mode === 'nuovo'
        ? `Il tuo gruppo non può inserire ${def.labels.many}.`
        : `Sola lettura: non hai il permesso di modificare ${def.labels.article}.`}
    </Note>
  );
}
