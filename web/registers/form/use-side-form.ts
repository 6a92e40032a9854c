import { useRef } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import type { Conflict } from './conflict.ts';
import { useFormKeeper, useOpenRecord } from './form-context.ts';
import { useFormDraft } from './use-draft.ts';
import { createdValues } from './form-state.ts';
import { useSideRecord } from './use-side-record.ts';
import { useRegisterForm, type LoadedRecord, type RegisterFormState } from './use-register-form.ts';
import { useRecordSave, type SaveMessages } from '../save/use-record-save.ts';

interface SideFormOptions<D extends AnyRegister> {
  def: D;
  /** Key of the side record; `null` if a save must create it. */
  id: string | null;
  record: LoadedRecord;
  messages: SaveMessages;
  /** Returns the values that link a new side record to the form's record. */
  tie(key: string): Values;
}

export interface SideForm<D extends AnyRegister = AnyRegister> {
  form: RegisterFormState<D>;
  saving: boolean;
  conflict: Conflict | null;
  dismiss(): void;
  resolve(merged: Values, changes: Values): Promise<void>;
}

/** Edits a record of another register in the same form; SALVA saves it with the form's record. */
export function useSideForm<D extends AnyRegister>({ def, id, record, messages, tie }: SideFormOptions<D>): SideForm<D> {
  const { id: owner } = useOpenRecord();
  const draft = useFormKeeper();
  const attempts = useAttempts();
  // the key is the owner's or assigned by the portal, so the form never asks for it
  const form = useRegisterForm(def, 'modifica', record);
  const { saving, conflict, dismiss, write, resolve: answer } = useRecordSave({ def, form, messages, attempts, draft, undoable: false });
  useFormDraft(draft, def, form, attempts);
  const createdKey = useRef<string | null>(null);
  const save = async (key: string): Promise<boolean> => {
    const recordKey = id ?? createdKey.current;
    if (form.dirty.length === 0 && (owner !== null || recordKey !== null)) return true;
    const [values, tied] = [form.values, tie(key)];
    const result =
      recordKey === null
        ? await write(null, { ...createdValues(def, values), ...tied }, null)
        : await write(recordKey, form.changes(), form.version);
    if (!result) return false;
    createdKey.current = result.key;
    form.settle({ values: { ...values, ...tied }, version: result.version }, values);
    return true;
  };
  const resolve = async (merged: Values, changes: Values): Promise<void> => {
    const result = await answer(changes);
    if (result) form.reset({ values: merged, version: result.version });
  };
  const firstWrong = (): string | undefined => {
    if (form.valid) return undefined;
    form.touchAll();
    return form.firstWrong;
  };
  useSideRecord(def.path, { dirty: form.dirty.length, saving, firstWrong, save });
  return { form, saving, conflict, dismiss, resolve };
}
