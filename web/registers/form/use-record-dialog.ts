import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import type { Row } from '../list/columns.ts';
import { nameOf } from '../words.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { draftName, useDraftKeeper, useFormDraft } from './use-draft.ts';
import { focusField } from './focus.ts';
import { createdValues, newValues, valuesOf } from './form-state.ts';
import { refreshWithParent } from './refresh-with-parent.ts';
import { useDelete } from './use-delete.ts';
import { useRegisterForm, type RegisterFormState } from './use-register-form.ts';
import { useSave, type SaveMessages } from './use-save.ts';

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
  saving: boolean;
  deleting: boolean;
  conflict: ReturnType<typeof useSave>['conflict'];
  setConflict: ReturnType<typeof useSave>['setConflict'];
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

const LOST = {
  title: 'Chiudere senza salvare?',
  text: 'Ciò che hai scritto andrà perso.',
  confirmLabel: 'CHIUDI',
  cancelLabel: 'TORNA INDIETRO',
  danger: true,
} as const;

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
  const client = useQueryClient();
  const confirm = useConfirm();
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
  const draft = useDraftKeeper(draftName(def, key, tie));
  useFormDraft(draft, def, form, attempts);
  const quiet = useRef(false);
  const said = { ...def.messages, ...messages };
  const { saving, conflict, setConflict, create, update } = useSave({ def, form, messages: said, quiet, attempts, kept: true });
  const [written, setWritten] = useState(0);
  const next = useRef<string | undefined>(undefined);
  // once the new values stand in the fields: a number field takes over what it holds
  useEffect(() => focusField(element.current, next.current), [written]);
  const { deleting, remove: deleteOne } = useDelete(def);
  const busy = useRef(false);

  const refreshAll = () => refreshWithParent(client, def, reloadAfter);
  const write = async (): Promise<boolean> => {
    if (key === null) return (await create(await toSend(createdValues(def, form.values)))) !== null;
    if (form.dirty.length === 0) return true;
    return (await update(key, await toSend(form.changes()), form.version ?? 0)) !== null;
  };
  const save = async (): Promise<boolean> => {
    if (busy.current) return false;
    form.touchAll();
    if (!form.valid) {
      focusField(element.current, form.firstWrong);
      return false;
    }
    busy.current = true;
    try {
      const written = await write();
      if (written) {
        draft.drop();
        refreshAll();
      }
      return written;
    } finally {
      busy.current = false;
    }
  };
  return {
    form,
    draft,
    element,
    saving,
    deleting,
    conflict,
    setConflict,
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
      if (!conflict || key === null) return;
      if (Object.keys(changes).length > 0 && !(await update(key, await toSend(changes), conflict.version))) return;
      setConflict(null);
      refreshAll();
      onEnd('saved');
    },
    remove: async () => {
      if (key === null || !(await deleteOne(key, nameOf(def, form.base), form.version ?? 0))) return;
      refreshAll();
      onEnd('deleted');
    },
    close: async () => {
      if (form.dirty.length === 0) return onClose();
      if (!(await confirm(LOST))) return;
      draft.drop();
      onClose();
    },
  };
}
