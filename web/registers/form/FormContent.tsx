import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Note } from '#web/ui/feedback/Note.tsx';
import { InlineCreationContext } from '../fields/create-context.ts';
import { useFormActions, useFormCreation, useFormCursor, useFormHistory, useFormRights, useOpenRecord } from './form-context.ts';
import { FormFields } from './FormFields.tsx';
import { useOpenTab } from './FormTabs.tsx';

interface FormContentProps {
  /** Tabs that belong to this form element, where other tabs lie outside. */
  tabs?: readonly string[];
  /** Default: the fields of the definition in a panel. */
  children?: ReactNode;
}

/** The form element that SALVA submits. It stays mounted but hidden while an older version is shown. */
export function FormContent({ tabs, children = <FormFieldsPanel /> }: FormContentProps) {
  const { submit } = useFormActions();
  const { element } = useFormCursor();
  const buttons = useFormRights();
  const history = useFormHistory();
  const creation = useFormCreation();
  const tab = useOpenTab();
  const elsewhere = tabs !== undefined && tab !== null && !tabs.includes(tab);
  return (
    <form
      ref={element}
      noValidate
      className={history.past || elsewhere ? 'hidden' : 'grid grid-cols-[minmax(0,1fr)] gap-4'}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {buttons.save ? null : <ReadOnlyNote />}
      <InlineCreationContext.Provider value={creation}>{children}</InlineCreationContext.Provider>
      {/* lets Enter in a field submit the form */}
      <button type="submit" hidden />
    </form>
  );
}

/** Shows the fields of the definition in a panel. */
export function FormFieldsPanel() {
  const { caption } = useOpenRecord();
  return (
    <section className="panel" aria-label={caption}>
      <FormFields />
    </section>
  );
}

/** Explains why the form has no SALVA. */
function ReadOnlyNote() {
  const { def, id } = useOpenRecord();
  return (
    <Note icon={Lock}>
      {id === null
        ? `Il tuo gruppo non può inserire ${def.labels.many}.`
        : `Sola lettura: non hai il permesso di modificare ${def.labels.article}.`}
    </Note>
  );
}
