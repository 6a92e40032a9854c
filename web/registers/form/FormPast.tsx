import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { stateOptions } from '../history/history.api.ts';
import type { Row } from '../list/columns.ts';
import { FormContext, useFormContext, type OpenForm } from './form-context.ts';
import { FormFieldsPanel } from './FormContent.tsx';
import { valuesOf } from './form-state.ts';
import { frozenForm } from './use-register-form.ts';

/** The record as it was after one of its events, while it is looked at. The parts in it are those of the form, and only show. */
export function FormPast({ children = <FormFieldsPanel /> }: { children?: ReactNode }) {
  const {
    id,
    history: { past },
  } = useFormContext();
  return past && id !== null ? (
    <Past id={id} entry={past}>
      {children}
    </Past>
  ) : null;
}

function Past({ id, entry, children }: { id: string; entry: HistoryItem; children: ReactNode }) {
  const open = useFormContext();
  const { data, error, refetch } = useQuery(stateOptions(open.def.path, id, entry.versione));
  const caption = `${open.name} com'era il ${formatInstant(entry.quando)}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-busy={!data && !error}>
      {error ? (
        <div className="panel">
          <ErrorState title="Versione non caricata" text={messageOf(error)} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data ? <FormContext.Provider value={asItWas(open, data, caption)}>{children}</FormContext.Provider> : null}
      {/* under the fields, and in sight however many they are: they stay where they were */}
      <Note tone="history" className="sticky bottom-4 z-sticky shadow-float max-md:bottom-20">
        Stai guardando {caption}.{' '}
        <button type="button" className="font-semibold underline underline-offset-2" onClick={open.history.backToPresent}>
          Torna a oggi
        </button>
      </Note>
    </div>
  );
}

const NO_BUTTONS = { campi: false, salva: false, elimina: false, ripristina: false };

function asItWas(open: OpenForm, row: Row, caption: string): OpenForm {
  return { ...open, row, caption, form: frozenForm(valuesOf(open.def, row)), buttons: NO_BUTTONS, enabled: () => true, readOnly: true };
}
