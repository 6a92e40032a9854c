import type { NameOf } from '#contracts/core/typed-record.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { useCatalogue } from '../catalogue-context.ts';
import type { RowOf, SomeValuesOf } from '../row.ts';
import { nameOf } from '../words.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { changeInWords, creationInWords } from './blocked.ts';
import { draftName, useDraftKeeper, useFormDraft } from './use-draft.ts';
import { focusField } from './focus.ts';
import { createdValues, newValues, valuesOf } from './form-state.ts';
import { refreshWithParent } from './refresh-with-parent.ts';
import { useClosing } from './use-closing.ts';
import { useDelete } from './use-delete.ts';
import { useRegisterForm, type RegisterFormState } from './use-register-form.ts';
import { useRecordSave, type RecordSave, type SaveMessages } from '../save/use-record-save.ts';

/** Result of the dialog: a record written or deleted. */
export type DialogEnd = 'saved' | 'deleted';

export interface RecordDialogOptions<D extends AnyRegister = AnyRegister> {
  def: D;
  /** `null` for a new record. */
  row: RowOf<NoInfer<D>> | null;
  /** Initial values of a new record, including the link to its parent. Keep the identity stable. */
  start?: SomeValuesOf<NoInfer<D>> | undefined;
  /** Values that name the draft of a new record, such as its parent; default: `start`. */
  tie?: SomeValuesOf<NoInfer<D>> | undefined;
  messages?: Partial<SaveMessages> | undefined;
  /** Milliseconds after which the lists are read a second time. */
  reloadAfter?: number | undefined;
  /** Converts the form's values to those sent. */
  toSend?: ((values: SomeValuesOf<NoInfer<D>>) => SomeValuesOf<NoInfer<D>> | Promise<SomeValuesOf<NoInfer<D>>>) | undefined;
  onEnd(end: DialogEnd): void;
  onClose(): void;
}

export interface RecordDialogForm<D extends AnyRegister = AnyRegister> {
  draft: DraftKeeper;
  form: RegisterFormState<D>;
  element: RefObject<HTMLFormElement>;
  /** Why the record cannot be saved; `null`: it can. */
  blocked: string | null;
  saving: boolean;
  deleting: boolean;
  conflict: RecordSave['conflict'];
  dismiss: RecordSave['dismiss'];
  /** Resolves to true once the record is written; the dialog stays open. */
  save(): Promise<boolean>;
  submit(): Promise<void>;
  /** Saves and starts another new record with `values`, focusing `campo`. */
  again(values: SomeValuesOf<D>, campo: NameOf<D>): Promise<void>;
  /** Number of records written by `again`. */
  writtenCount: number;
  resolve(merged: Values, changes: Values): Promise<void>;
  remove(): Promise<void>;
  /** Asks before unsaved input is lost. */
  close(): Promise<void>;
}

/** Creates and edits a record in a dialog over its parent's screen. */
export function useRecordDialog<D extends AnyRegister>(options: RecordDialogOptions<D>): RecordDialogForm<D>;
export function useRecordDialog({
  def,
  row,
  start,
  tie = start,
  messages,
  reloadAfter,
  toSend = (values) => values,
  onEnd,
  onClose,
}: RecordDialogOptions): RecordDialogForm {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const mode = row === null ? 'nuovo' : 'modifica';
  const key = row === null ? null : String(row[def.key.field]);
  const record = useMemo(
    () =>
      row
        ? { values: valuesOf(def, row), version: row.versione }
        : { values: { ...newValues(def, todayInRome()), ...start }, version: null },
    [def, row, start],
  );
  const form = useRegisterForm(def, mode, record);
  const attempts = useAttempts();
  const name = draftName(def, key, tie);
  const draft = useDraftKeeper(name);
  useFormDraft(draft, def, form, attempts);
  const quiet = useRef(false);
  const allMessages = { ...def.messages, ...messages };
  const { saving, conflict, dismiss, write, resolve } = useRecordSave({
    def,
    form,
    messages: allMessages,
    attempts,
    quiet,
    draft,
    draftToRemove: name,
  });
  const [writtenCount, setWrittenCount] = useState(0);
  const next = useRef<string | undefined>(undefined);
  // runs after the new values are rendered: a focused number field keeps its text
  useEffect(() => focusField(element.current, next.current), [writtenCount]);
  const { deleting, remove: deleteOne } = useDelete(def);
  const close = useClosing(form.dirty.length > 0, draft, onClose);
  const blocked = key === null ? creationInWords(def, form) : changeInWords(def, form);

  const refreshAll = () => refreshWithParent(catalogue, client, def, reloadAfter);
  const save = async (): Promise<boolean> => {
    form.touchAll();
    if (!form.valid) {
      focusField(element.current, form.firstWrong);
      return false;
    }
    if (blocked !== null) return false;
    const values = key === null ? createdValues(def, form.values) : form.changes();
    const done = (await write(key, () => toSend(values), form.version)) !== null;
    if (done) refreshAll();
    return done;
  };
  return {
    form,
    draft,
    element,
    blocked,
    saving,
    deleting,
    conflict,
    dismiss,
    save,
    submit: async () => {
      if (await save()) onEnd('saved');
    },
    writtenCount,
    again: async (values, campo) => {
      // no message: the dialog shows the success itself, and a message would cover the next record
      quiet.current = true;
      const done = await save();
      quiet.current = false;
      if (!done) return;
      setWrittenCount((now) => now + 1);
      form.reset({ values: { ...newValues(def, todayInRome()), ...start, ...values }, version: null });
      next.current = campo;
    },
    resolve: async (merged, changes) => {
      if (!(await resolve(changes, () => toSend(changes)))) return;
      refreshAll();
      onEnd('saved');
    },
    remove: async () => {
      if (key === null || !(await deleteOne(key, nameOf(def, form.base), form.version ?? 0))) return;
      draft.drop();
      refreshAll();
      onEnd('deleted');
    },
    close,
  };
}
