import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { Values } from '#contracts/core/define-register.ts';
import type { Attempts } from '#web/lib/idempotency.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { carriedFiles } from '../documents/ready-files.ts';
import { registerKeys } from '../keys.ts';
import type { Row } from '../list/columns.ts';
import type { WriteResult } from '../register.api.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { Prepare } from './form-context.ts';
import { createdValues } from './form-state.ts';
import type { RegisterFormProps } from './form-props.ts';
import type { SideRecords } from './side-records.ts';
import { useCheck } from './use-check.ts';
import { useDelete } from './use-delete.ts';
import { useLeave } from './use-leave.ts';
import type { RegisterFormState } from './use-register-form.ts';
import { useRecordSave } from '../save/use-record-save.ts';

interface SubmitOptions extends RegisterFormProps {
  form: RegisterFormState;
  sides: SideRecords;
  element: RefObject<HTMLFormElement>;
  prepare: { readonly current: Prepare | null };
  attempts: Attempts;
  draft: DraftKeeper;
  reveal(fieldName: string | undefined): void;
  /** Lets the next navigation through without asking about unsaved input. */
  release(): void;
}

/** Saves, deletes and leaves a form's record. A save writes the record first, then its side records. */
export function useSubmit({ def, id, row, form, sides, element, prepare, attempts, draft, reveal, release, ...rules }: SubmitOptions) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { memberID } = useIdentity();
  const latest = useRef(form);
  latest.current = form;
  const busy = useRef(false);
  const [working, setWorking] = useState(false);
  /** The created record; its side records may still be refused, so a second save must not create another record. */
  const creation = useRef<WriteResult | null>(null);
  const quiet = useRef(false);
  quiet.current = id === null && rules.madeQuietly === true;
  const messages = { ...def.messages, ...rules.messages };
  const {
    saving,
    conflict,
    dismiss,
    isMounted,
    write,
    resolve: resolveConflict,
  } = useRecordSave({ def, form, messages, quiet, attempts, draft });
  const { deleting, remove: deleteOne } = useDelete(def);
  const leaveAfter = rules.leaveAfter ?? def.form.leaveAfter;
  const leave = useLeave({ def, leaveAfter, onClose: rules.onClose });
  const check = useCheck({ def, id, latest, sides, element, keyMissing: rules.keyMissing, reveal });

  const applyWritten = ({ key, version }: WriteResult, values: Values, sentValues: Values): void => {
    const record = { ...values, [def.key.field]: def.key.kind === 'sequence' ? Number(key) : key };
    client.setQueryData<Row>(
      registerKeys.one(def.path, key),
      (cached) => ({ ...(cached ?? row ?? { utente: memberID }), ...record, versione: version }) as Row,
    );
    form.settle({ values: record, version }, sentValues);
  };
  const saveSides = async (key: string, { everything }: { everything: boolean }): Promise<boolean> => {
    for (const side of sides.all()) {
      if (side.apart && !everything) continue;
      if (!(await side.save(key))) return false;
    }
    return true;
  };
  /** Writes what was changed since the record was created; resolves to `created` if nothing was. */
  const writeAgain = async (created: WriteResult): Promise<WriteResult | null> => {
    const { dirty, changes, version } = latest.current;
    return dirty.length === 0 ? created : write(created.key, changes(), version ?? created.version);
  };
  const createRecord = async (): Promise<boolean> => {
    const { values, changes } = latest.current;
    const first = creation.current;
    const result = first === null ? await write(null, createdValues(def, values), null) : await writeAgain(first);
    if (!result) return false;
    creation.current = result;
    if (result !== first) applyWritten(result, { ...values, ...changes() }, values);
    if (!(await saveSides(result.key, { everything: true }))) return false;
    draft.drop();
    release();
    // read the new record, because the server may have added values such as a matricola
    void client.invalidateQueries({ queryKey: registerKeys.one(def.path, result.key) });
    // a person who has meanwhile opened another page stays there
    if (isMounted()) leave.open(result.key, carriedFiles(def.path, result.key) !== undefined);
    return true;
  };
  const change = async (key: string, options: { everything: boolean }): Promise<boolean> => {
    const prepared = (await prepare.current?.()) ?? null;
    if (prepared === false) return false;
    const now = latest.current;
    const { values, changes, version } = prepared ?? { values: now.values, changes: now.changes(), version: now.version ?? 0 };
    if (Object.keys(changes).length > 0) {
      const result = await write(key, changes, version);
      if (!result) return false;
      applyWritten(result, { ...values, ...changes }, values);
    } else if (prepared) snackbar.success(messages.changed);
    if (!(await saveSides(key, options))) return false;
    leave.closeLater();
    return true;
  };
  /** Saves the form. `everything`: includes side records with their own save button. */
  const submit = async ({ everything }: { everything: boolean } = { everything: false }): Promise<boolean> => {
    if (busy.current) return false;
    busy.current = true;
    try {
      if (!(await check())) return false;
      setWorking(true);
      const pending =
        latest.current.dirty.length +
        sides
          .all()
          .filter((side) => everything || !side.apart)
          .reduce((sum, side) => sum + side.dirty, 0);
      if (pending === 0 && creation.current === null && !(id === null && rules.asItStarts)) return false;
      return await (id === null ? createRecord() : change(id, { everything }));
    } finally {
      busy.current = false;
      setWorking(false);
    }
  };
  const resolve = async (merged: Values, changes: Values): Promise<void> => {
    const result = await resolveConflict(changes);
    if (!result) return;
    // the person chose the other person's value everywhere, so there is nothing to save
    if (Object.keys(changes).length === 0) return form.reset({ values: merged, version: result.version });
    applyWritten(result, merged, form.values);
    if (await saveSides(result.key, { everything: false })) leave.closeLater();
  };
  const remove = async (name: string): Promise<void> => {
    if (id === null || !(await deleteOne(id, name, form.version ?? 0))) return;
    draft.drop();
    release();
    if (leaveAfter === undefined) leave.close();
    else leave.closeLater();
  };
  return {
    saving: working || saving || sides.saving,
    deleting,
    conflict,
    dismiss,
    submit,
    resolve,
    remove,
    close: leave.close,
  };
}
