import { History } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { useIdentita } from '#web/lib/session.ts';
import { useNarrow } from '#web/lib/use-media.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead, type PageAction } from '#web/ui/page/PageHead.tsx';
import { useUnsaved } from '#web/ui/overlays/unsaved.tsx';
import { opensHistory } from '../addresses.ts';
import { formButtons, type FormButtons } from '../buttons.ts';
import type { Row } from '../list/columns.ts';
import { InlineCreationContext } from '../fields/create-context.ts';
import { HistoryPanel } from '../history/HistoryPanel.tsx';
import { PastVersion } from '../history/PastVersion.tsx';
import { ReadOnlyNote } from './ReadOnlyNote.tsx';
import { RegisterConflict } from './RegisterConflict.tsx';
import { RegisterFields, type RegisterFieldsProps } from './RegisterFields.tsx';
import { useFormActions, type Prepare } from './use-form-actions.ts';
import { useInlineCreation } from './use-inline-creation.tsx';
import { useRegisterForm, type LoadedRecord, type RegisterFormState } from './use-register-form.ts';
import { useRestore } from '../history/use-restore.ts';
import type { SaveMessages } from './use-save.ts';
import { useSubmitKeys } from './use-submit-keys.ts';
import { nameOf } from '../words.ts';

export interface FormRules {
  /** Where a screen's rule differs from the area's levels. */
  buttons?: Partial<FormButtons>;
  /** A field's own rule, over `buttons.campi`. */
  enabled?(campo: string): boolean;
  messages?: Partial<SaveMessages>;
  /** Back to the list so many milliseconds after a save or a deletion; absent: stay. */
  leaveAfter?: number;
  /** Beside the title; default: the key, where people choose it. */
  badges?(values: Values): ReactNode;
  /** Further buttons of the head. */
  actions?: readonly PageAction[];
  /** Where the close button leads; default: the list as it was left. */
  onClose?(): void;
  /** A hook: the same one for as long as the form is there. */
  useParts?(context: FormContext): FormParts;
}

/** What a screen's own parts are told of the form. */
export interface FormContext {
  form: RegisterFormState;
  id: string | null;
  row: Row | null;
  /** May this field take input? */
  enabled(campo: string): boolean;
  buttons: FormButtons;
}

/** The screen's own parts, which stand on what is typed. */
export interface FormParts {
  /** In place of the fields as the definition lays them out. */
  fields?(props: RegisterFieldsProps): ReactNode;
  /** Further buttons of the head. */
  actions?: readonly PageAction[];
  /** At the right, in the place of the history: one of the two is open. */
  aside?: ReactNode;
  closeAside?(): void;
  /** Under the fields. */
  below?: ReactNode;
  /** Tabs of the head. */
  tabs?: ReactNode;
  /** Another tab is seen than those of the form, which stays in place. */
  formHidden?: boolean;
  /** Under the fields of an older version. */
  past?(row: Row): ReactNode;
  /** Before a save: what has to be done first. */
  prepare?: Prepare;
}

export interface RegisterFormProps extends FormRules {
  def: AnyRegister;
  /** `null` for a new record. */
  id: string | null;
  row: Row | null;
  record: LoadedRecord;
  /** What was typed before something was created elsewhere. */
  typed: Values | null;
  /** Under the fields. */
  children?: ReactNode;
}

const useNoParts = (): FormParts => ({});

/** The form of a register: fields, save, delete, history. */
export function RegisterForm(props: RegisterFormProps) {
  const { def, id, row, record, typed, children } = props;
  const identita = useIdentita();
  const element = useRef<HTMLFormElement>(null);
  const mode = id === null ? 'nuovo' : 'modifica';
  const buttons = { ...formButtons(identita, def, mode, row?.utente ?? null), ...props.buttons };
  const form = useRegisterForm(def, mode, record, typed);
  const actions = useFormActions({ ...props, form, element });
  const name = id === null ? `${def.labels.one} (nuovo)` : nameOf(def, form.base);
  const unsaved = useUnsaved(form.dirty.length > 0 && buttons.salva, { changes: form.dirty.length, name, onSave: actions.submit });
  actions.release.current = unsaved.release;
  const { creation, dialog } = useInlineCreation(form, unsaved.release);
  useSubmitKeys(buttons.salva, actions.submit);

  const [historyOpen, setHistoryOpen] = useState(() => opensHistory(location.search));
  const [past, setPast] = useState<HistoryItem | null>(null);
  const narrow = useNarrow();
  const restore = useRestore(def, id ?? '');
  const locked = useMemo(() => (id === null ? [] : [def.key.field]), [def, id]);
  const enabled = (campo: string) => buttons.campi && (props.enabled?.(campo) ?? true);
  const useParts = props.useParts ?? useNoParts;
  const parts = useParts({ form, id, row, enabled, buttons });
  actions.prepare.current = parts.prepare;
  const hasAside = Boolean(parts.aside);
  useEffect(() => { if (hasAside) setHistoryOpen(false); }, [hasAside]);
  const toggleHistory = () => {
    parts.closeAside?.();
    setHistoryOpen(!historyOpen);
  };
  const fields: RegisterFieldsProps = { def, values: form.values, errors: form.errors, set: form.set, touch: form.touch, enabled, locked };

  return (
    <Page>
      <PageHead
        title={def.form.title}
        subtitle={id !== null && def.key.kind === 'sequence' ? name : undefined}
        badges={props.badges?.(form.base) ?? (id !== null && def.key.kind === 'natural' ? <Badge>{id}</Badge> : null)}
        onClose={actions.close}
        actions={[
          ...(props.actions ?? []),
          ...(parts.actions ?? []),
          ...(id === null ? [] : [{ label: 'STORICO', icon: History, pressed: historyOpen, onClick: toggleHistory }]),
        ]}
        danger={id !== null && buttons.elimina && !past ? { label: 'ELIMINA', loading: actions.deleting, onClick: () => void actions.remove(name) } : undefined}
        note={form.dirty.length > 0 && buttons.salva ? 'Modifiche non salvate' : undefined}
        primary={buttons.salva && !past ? { label: 'SALVA', loading: actions.saving, disabled: form.dirty.length === 0 || !form.valid, onClick: () => void actions.submit() } : undefined}
      >
        {past ? null : parts.tabs}
      </PageHead>
      <PageBody
        className={parts.tabs ? undefined : '!pt-0'}
        aside={historyOpen && id !== null ? (
          <HistoryPanel
            def={def}
            id={id}
            onClose={() => { setHistoryOpen(false); setPast(null); }}
            onView={(entry) => { setPast(entry); if (narrow) setHistoryOpen(false); }}
            viewed={past?.versione}
            {...(buttons.ripristina ? { onRestore: (entry: HistoryItem) => void restore(entry).then((done) => { if (done) setPast(null); }) } : {})}
          />
        ) : parts.aside}
      >
        {past && id !== null ? <PastVersion def={def} id={id} entry={past} name={name} onBack={() => setPast(null)} below={parts.past} /> : null}
        <form ref={element} noValidate className={past || parts.formHidden ? 'hidden' : 'grid gap-4'} onSubmit={(event) => { event.preventDefault(); void actions.submit(); }}>
          {buttons.salva ? null : <ReadOnlyNote def={def} mode={mode} />}
          <InlineCreationContext.Provider value={creation}>
            <section className="panel" aria-label={def.form.title}>
              {parts.fields ? parts.fields(fields) : <RegisterFields {...fields} />}
            </section>
          </InlineCreationContext.Provider>
          {/* Enter in a field sends the form, as on any page */}
          <button type="submit" hidden />
        </form>
        {past ? null : parts.below}
        {past ? null : children}
      </PageBody>
      {dialog}
      {actions.conflict ? (
        <RegisterConflict def={def} conflict={actions.conflict} base={form.base} mine={form.values} saving={actions.saving} onClose={() => actions.setConflict(null)} onMerged={(merged, changes) => void actions.resolve(merged, changes)} />
      ) : null}
    </Page>
  );
}
