import { useQuery } from '@tanstack/react-query';
import { useContext, type ReactNode } from 'react';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { stateOptions } from '../history/history.api.ts';
import type { Row } from '../list/columns.ts';
import { FormContext, useFormHistory, useOpenRecord } from './form-context.ts';
import { FormFieldsPanel } from './FormContent.tsx';
import { valuesOf } from './form-state.ts';
import { frozenForm } from './use-register-form.ts';

/** Shows the older version of the record that the person is viewing, with the form's parts in read-only mode. */
export function FormPast({ children = <FormFieldsPanel /> }: { children?: ReactNode }) {
  const { id } = useOpenRecord();
  const { past } = useFormHistory();
  return past && id !== null ? (
    <Past id={id} entry={past}>
      {children}
    </Past>
  ) : null;
}

function Past({ id, entry, children }: { id: string; entry: HistoryItem; children: ReactNode }) {
  const { def, name } = useOpenRecord();
  const { backToPresent } = useFormHistory();
  const { data, error, refetch } = useQuery(stateOptions(def.path, id, entry.versione));
  const caption = `${name} com'era il ${formatInstant(entry.quando)}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-busy={!data && !error}>
      {error ? (
        <div className="panel">
          <ErrorState title="Versione non caricata" text={messageOf(error)} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data ? (
        <AsItWas row={data} caption={caption}>
          {children}
        </AsItWas>
      ) : null}
      {/* under the fields, so that they do not move; sticky, so that the note stays in view */}
      <Note
        tone="history"
        className="sticky bottom-[calc(theme(spacing.strip)+1rem)] z-sticky shadow-float max-md:bottom-[calc(theme(spacing.strip)+5rem)]"
      >
        Stai guardando {caption}.{' '}
        <button type="button" className="font-semibold underline underline-offset-2" onClick={backToPresent}>
          Torna a oggi
        </button>
      </Note>
    </div>
  );
}

const NO_BUTTONS = { campi: false, save: false, remove: false, restore: false };

/** Provides the form's context with the values of an older version, read-only. */
function AsItWas({ row, caption, children }: { row: Row; caption: string; children: ReactNode }) {
  const form = useContext(FormContext);
  if (!form) return null;
  const record = { ...form.record, row, caption };
  const fields = { ...form.fields, form: frozenForm(valuesOf(record.def, row)), enabled: () => true, readOnly: true };
  return <FormContext.Provider value={{ ...form, record, fields, rights: NO_BUTTONS }}>{children}</FormContext.Provider>;
}
