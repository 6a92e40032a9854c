import { useQueryClient } from '@tanstack/react-query';
import { useRef, type RefObject } from 'react';
import { useLocation } from 'wouter';
import type { Values } from '#contracts/core/define-register.ts';
import { useIdentita } from '#web/lib/session.ts';
import { detailHref, listRoute } from '../addresses.ts';
import type { Row } from '../list/columns.ts';
import { answerDraft, returnAddress } from './drafts.ts';
import { focusField, focusUnreadable } from './focus.ts';
import { registerKeys } from '../keys.ts';
import { lastList } from '../list/list-memory.ts';
import type { Written } from '../register.api.ts';
import type { RegisterFormProps } from './RegisterForm.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { useDelete } from './use-delete.ts';
import type { RegisterFormState } from './use-register-form.ts';
import { useSave } from './use-save.ts';

/** The form as it is once everything else is done: what it would change, over which version. */
export interface Prepared {
  values: Values;
  changes: Values;
  version: number;
}

/** Resolves to `null` when the form is as it was, to `false` when it cannot be saved. */
export type Prepare = () => Promise<Prepared | null | false>;

interface FormActionsOptions extends Pick<RegisterFormProps, 'def' | 'id' | 'row' | 'messages' | 'leaveAfter' | 'onClose'> {
  form: RegisterFormState;
  element: RefObject<HTMLFormElement | null>;
}

/** Save, delete and leave, with what follows each. */
export function useFormActions({ def, id, row, messages, leaveAfter, onClose, form, element }: FormActionsOptions) {
  const client = useQueryClient();
  const { memberID } = useIdentita();
  const [, navigate] = useLocation();
  const snackbar = useSnackbar();
  const release = useRef<() => void>(() => {});
  const prepare = useRef<Prepare>();
  const preparing = useRef(false);
  const { saving, conflict, setConflict, save } = useSave({ def, id, form, messages: { ...def.messages, ...messages } });
  const { deleting, remove: deleteOne } = useDelete(def);

  const close = () => {
    const back = returnAddress(location.search);
    if (back) navigate(back);
    else if (onClose) onClose();
    else navigate(lastList(listRoute(def)));
  };
  const leaveLater = () => {
    if (leaveAfter === undefined) return;
    const here = location.pathname;
    setTimeout(() => { if (location.pathname === here) close(); }, leaveAfter);
  };
  const written = ({ key, version }: Written, values: Values) => {
    const stored = { ...(row ?? { utente: memberID }), ...values, [def.key.field]: def.key.kind === 'sequence' ? Number(key) : key, versione: version } as Row;
    client.setQueryData(registerKeys.one(def.path, key), stored);
    release.current();
    form.reset({ values: { ...values, [def.key.field]: stored[def.key.field] ?? null }, version });
    if (id !== null) return leaveLater();
    // what the server gives a new record by itself: a matricola
    void client.invalidateQueries({ queryKey: registerKeys.one(def.path, key) });
    const back = returnAddress(location.search);
    if (back && answerDraft(sessionStorage, back, key)) return navigate(back, { replace: true });
    navigate(detailHref(def, key), { replace: true });
    leaveLater();
  };
  const submit = async (): Promise<boolean> => {
    const cursor = document.activeElement as HTMLElement | null;
    // leaving the field makes it say whether it could read what stands in it
    cursor?.blur();
    await new Promise((resume) => { requestAnimationFrame(resume); });
    form.touchAll();
    if (!form.valid) { focusField(element.current, form.firstWrong); return false; }
    if (focusUnreadable(element.current)) return false;
    if (element.current?.contains(cursor)) cursor?.focus();
    if (form.dirty.length === 0 || saving || preparing.current) return false;
    preparing.current = true;
    const prepared = await (prepare.current?.() ?? Promise.resolve(null)).finally(() => { preparing.current = false; });
    if (prepared === false) return false;
    if (prepared && id !== null) return store(id, prepared);
    const done = await save();
    if (done) written(done, { ...form.values, ...form.changes() });
    return done !== null;
  };
  const store = async (key: string, { values, changes, version }: Prepared): Promise<boolean> => {
    const nothingLeft = Object.keys(changes).length === 0;
    const done = nothingLeft ? { key, version } : await save({ changes, version });
    if (!done) return false;
    if (nothingLeft) snackbar.success(messages?.changed ?? def.messages.changed);
    written(done, { ...values, ...changes });
    return true;
  };
  const resolve = async (merged: Values, changes: Values): Promise<void> => {
    if (!conflict) return;
    if (Object.keys(changes).length === 0) {
      // everything is the other person's: there is nothing to save
      setConflict(null);
      form.reset({ values: merged, version: conflict.version });
      return;
    }
    const done = await save({ changes, version: conflict.version });
    if (done) written(done, merged);
  };
  const remove = async (name: string): Promise<void> => {
    if (id === null || !(await deleteOne(id, name, form.version ?? 0))) return;
    release.current();
    if (leaveAfter === undefined) close();
    else leaveLater();
  };
  return { saving, deleting, conflict, setConflict, submit, resolve, remove, close, release, prepare };
}
