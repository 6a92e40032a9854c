import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useAttempts } from '#web/lib/idempotency.ts';
import { SAVE_KEYS, useShortcuts } from '#web/lib/shortcuts.ts';
import { useIdentity } from '#web/lib/session.ts';
import { usePhone, useNarrow } from '#web/lib/use-media.ts';
import { useUnsaved } from '#web/ui/overlays/unsaved.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { formButtons } from '../buttons.ts';
import { useFileViewer, type FileViewer } from '../documents/use-file-viewer.ts';
import { nameOf } from '../words.ts';
import { FormBody } from './FormBody.tsx';
import { FormHead } from './FormHead.tsx';
import { MissingRecord } from './MissingRecord.tsx';
import { RegisterConflict } from './RegisterConflict.tsx';
import { changeInWords, creationInWords } from './blocked.ts';
import { focusField } from './focus.ts';
import { FormContext, type FormComments, type Prepare, type FormHistory } from './form-context.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { draftName, useDraftKeeper, useFormDraft } from './use-draft.ts';
import { useSideRecords } from './side-records.ts';
import { useInlineCreation } from './use-inline-creation.tsx';
import { useRegisterForm } from './use-register-form.ts';
import { useSubmit } from './use-submit.ts';
import type { RegisterFormProps } from './form-props.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { opensHistory } from '../addresses.ts';
import { opensComments } from '../comments/comments.api.ts';

type Beside = 'storico' | 'commenti' | null;

/** Returns the panel that the address opens beside a form. */
const besideAtFirst = (): Beside => (opensHistory(location.search) ? 'storico' : opensComments(location.search) ? 'commenti' : null);

/**
 * Returns the state of the panels beside a form, STORICO with the older version shown and COMMENTI. One is open at a time; a viewed document
 * replaces it.
 */
function usePanels(viewer: FileViewer): { history: FormHistory; comments: FormComments } {
  const [beside, setBeside] = useState(besideAtFirst);
  const [past, setPast] = useState<HistoryItem | null>(null);
  const narrow = useNarrow();
  const shown = viewer.viewed === null ? beside : null;
  const toggle = (panel: Beside): void => {
    viewer.close();
    setBeside(shown === panel ? null : panel);
    if (shown === 'storico') setPast(null);
  };
  return {
    history: {
      open: shown === 'storico',
      past,
      toggle: () => toggle('storico'),
      view: (entry) => {
        setPast(entry);
        // on a narrow screen STORICO is a drawer, which would cover the older version
        if (narrow) setBeside(null);
      },
      backToPresent: () => setPast(null),
    },
    comments: { open: shown === 'commenti', toggle: () => toggle('commenti') },
  };
}

/** Form for one record of a register, with its side records and history. The parts read the form from its context. */
export function RegisterForm(props: RegisterFormProps) {
  const {
    def,
    id,
    row,
    children = (
      <>
        <FormHead />
        <FormBody />
      </>
    ),
  } = props;
  const identity = useIdentity();
  const mode = id === null ? 'nuovo' : 'modifica';
  const buttons = { ...formButtons(identity, def, mode, row?.utente ?? null), ...props.buttons };
  const form = useRegisterForm(def, mode, props.record, props.draftValues);
  const sides = useSideRecords();
  const attempts = useAttempts();
  const [newName] = useState(() => draftName(def, null, location.search));
  const draft = useDraftKeeper(buttons.save ? (id === null ? newName : draftName(def, id)) : null);
  useFormDraft(draft, def, form, attempts);
  useResumed(draft, props.draftValues !== null);
  const element = useRef<HTMLFormElement>(null);
  const prepare = useRef<Prepare | null>(null);
  const uncover = useRef<((fieldName: string) => void) | null>(null);
  const reveal = (fieldName: string | undefined): void => {
    if (fieldName === undefined) return;
    uncover.current?.(fieldName);
    // the tab must be rendered before one of its fields can be focused
    requestAnimationFrame(() => focusField(element.current, fieldName));
  };
  const viewer = useFileViewer();
  const { history, comments } = usePanels(viewer);
  const name = id === null ? `${def.labels.one} (nuovo)` : nameOf(def, form.base);
  const dirty = form.dirty.length + sides.dirty;
  const changes = dirty + sides.apart;
  const saveAll = (): Promise<boolean> => actions.submit({ everything: true });
  const unsaved = useUnsaved(buttons.save && changes > 0, { changes, name, onSave: saveAll, onLeave: draft.drop });
  const actions = useSubmit({ ...props, form, sides, element, prepare, attempts, draft, reveal, release: unsaved.release });
  const { creation, dialog } = useInlineCreation(form, unsaved.release);
  useFirstField(id === null && buttons.save, element);
  const locked = useMemo(() => (id === null ? [] : [def.key.field]), [def, id]);
  const { enabled } = props;
  const record = { def, id, row, name, caption: def.form.title };
  const fields = {
    form,
    readOnly: false,
    locked,
    enabled: (fieldName: string) => buttons.campi && (enabled?.(fieldName) ?? true),
  };
  const ready =
    (id === null && props.keyMissing !== undefined) || ((dirty > 0 || (id === null && props.asItStarts === true)) && form.valid);
  const done = {
    dirty,
    ready,
    blocked: ready ? null : id === null ? creationInWords(def, form) : changeInWords(def, form),
    saving: actions.saving,
    deleting: actions.deleting,
    close: actions.close,
    submit: () => actions.submit(),
    remove: () => void actions.remove(name),
  };
  useShortcuts([buttons.save && { keys: SAVE_KEYS, label: 'SALVA', run: saveAll, ...(ready ? {} : { offered: false }) }]);
  const cursor = { element, reveal, uncover };
  if (props.isDeleted && id !== null && changes === 0) return <MissingRecord def={def} id={id} />;
  return (
    <FormContext.Provider
      value={{ record, fields, rights: buttons, actions: done, cursor, history, comments, viewer, creation, sides, keeper: draft, prepare }}
    >
      <Page>{children}</Page>
      {dialog}
      {actions.conflict ? (
        <RegisterConflict
          def={def}
          conflict={actions.conflict}
          base={form.base}
          ownValues={form.values}
          saving={actions.saving}
          onClose={actions.dismiss}
          onMerged={(merged, changed) => void actions.resolve(merged, changed)}
        />
      ) : null}
    </FormContext.Provider>
  );
}

/** Restores the draft without asking when the person returns from creating a record elsewhere; includes side records. */
function useResumed(draft: DraftKeeper, back: boolean): void {
  useEffect(() => {
    if (!back) return;
    draft.resume();
    draft.changed();
  }, [draft, back]);
}

/**
 * Focuses the field named in the address (`?cursore=ore_km`), or the first field of a new record. A phone's keyboard would cover the form,
 * so there the first field is not focused.
 */
function useFirstField(active: boolean, element: RefObject<HTMLFormElement>): void {
  const phone = usePhone();
  const [cursorField] = useState(() => new URLSearchParams(location.search).get('cursore'));
  const begins = active && !phone;
  useEffect(() => {
    if (active && cursorField !== null) return focusField(element.current, cursorField);
    if (begins)
      element.current
        ?.querySelector<HTMLElement>('[data-campo] :is(input, textarea):not(:disabled, [readonly], [type="hidden"], [type="file"])')
        ?.focus({ preventScroll: true });
  }, [active, begins, cursorField, element]);
}
