import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { useCatalogue } from '../catalogue-context.ts';
import type { Row } from '../list/columns.ts';
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

/** What came of it: a record written, or one deleted. */
export type DialogEnd = 'saved' | 'deleted';

export interface RecordDialogOptions {
  def: AnyRegister;
  /** `null` for a new record. */
  row: Row | null;
  /** What a new one starts with: what ties it to its parent too. Keep it stable. */
  start?: Values | undefined;
  /** What tells new ones of one parent from another's, where `start` proposes values too: drafts go by it. */
  tie?: Values | undefined;
  messages?: Partial<SaveMessages> | undefined;
  /** The lists show it again after so many milliseconds, beside at once. */
  reloadAfter?: number | undefined;
  /** Values as they are sent, made of those in the form. */
  toSend?: ((values: Values) => Values | Promise<Values>) | undefined;
  onEnd(end: DialogEnd): void;
  onClose(): void;
}

export interface RecordDialogForm {
  draft: DraftKeeper;
  form: RegisterFormState;
  element: RefObject<HTMLFormElement>;
  /** What is in the way of saving, in words; `null`: nothing. */
  blocked: string | null;
  saving: boolean;
  deleting: boolean;
  conflict: RecordSave['conflict'];
  dismiss: RecordSave['dismiss'];
  /** True once it is written; it does not close the dialog. */
  save(): Promise<boolean>;
  submit(): Promise<void>;
  /** Saves and goes on with a new one, which starts with `values`, the cursor in `campo`. */
  again(values: Values, campo: string): Promise<void>;
  /** How many `again` has written. */
  written: number;
  resolve(merged: Values, changes: Values): Promise<void>;
  remove(): Promise<void>;
  /** Asks before what was typed is lost. */
  close(): Promise<void>;
}

/** A record that is made and changed in a dialog over its parent's screen. */
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
  const said = { ...def.messages, ...messages };
  const { saving, conflict, dismiss, write, resolve } = useRecordSave({
    def,
    form,
    messages: said,
    attempts,
    quiet,
    draft,
    draftName: name,
  });
  const [written, setWritten] = useState(0);
  const next = useRef<string | undefined>(undefined);
  // once the new values stand in the fields: a number field takes over what it holds
  useEffect(() => focusField(element.current, next.current), [written]);
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
    written,
    again: async (values, campo) => {
      // the dialog itself says it: a message over it would be in the way of the next one
      quiet.current = true;
      const done = await save();
      quiet.current = false;
      if (!done) return;
      setWritten((now) => now + 1);
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
