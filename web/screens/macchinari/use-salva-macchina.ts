import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type RefObject } from 'react';
import type { Values } from '#contracts/core/define-register.ts';
import { register } from '#contracts/registers/index.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { messaggioDi } from '#web/lib/api-client.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { nomeSbagliato, rinominati } from '#web/registers/documents/file-name.ts';
import { rinomina } from '#web/registers/documents/files.api.ts';
import { useReread } from '#web/registers/documents/use-reread.ts';
import { focusField } from '#web/registers/form/focus.ts';
import { changedValues } from '#web/registers/form/form-state.ts';
import { registerKeys } from '#web/registers/keys.ts';
import type { Written } from '#web/registers/register.api.ts';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';
import { useSave } from '#web/registers/form/use-save.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { schedaDi, type Scheda } from './schede.ts';
import type { DatiMacchina } from './use-dati-macchina.ts';
import type { Piano } from './use-piano.ts';

const macchinari = register('macchinari')!;
const datiMacchina = register('datiMacchina')!;
const FILE = fileFields(macchinari).map(({ field: campo }) => campo);
const MESSAGGI = macchinari.messages;
const SENZA_MATRICOLA = 'Attenzione la matricola non può essere vuota';

interface SalvaOptions {
  id: string | null;
  form: RegisterFormState;
  dati: DatiMacchina;
  piano: Piano;
  element: RefObject<HTMLFormElement | null>;
  mostra(scheda: Scheda): void;
  /** The machine and its data were made. */
  onCreated(key: string): void;
}

/** SALVA of a machine: names of files first, then the machine, then its data. */
export function useSalvaMacchina({ id, form, dati, piano, element, mostra, onCreated }: SalvaOptions) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const macchina = useSave({ def: macchinari, id, form, messages: MESSAGGI });
  // the data are saved with the machine: one message for both
  const scheda = useSave({ def: datiMacchina, id: dati.exists ? id : null, form: dati.form, messages: MESSAGGI });
  const reread = useReread(macchinari, id ?? '', form);
  const created = useRef<Written | null>(null);
  const latest = useRef({ form, dati: dati.form });
  latest.current = { form, dati: dati.form };
  const [working, setWorking] = useState(false);

  const show = (campo: string | undefined) => {
    if (campo === undefined) return;
    mostra(schedaDi(campo));
    // the tab has to be there before the cursor can go into it
    requestAnimationFrame(() => focusField(element.current, campo));
  };
  /** The first thing that keeps the machine from being saved, in words where the specification has them. */
  const ready = async (): Promise<boolean> => {
    (document.activeElement as HTMLElement | null)?.blur();
    await new Promise((resume) => { requestAnimationFrame(resume); });
    const now = latest.current.form;
    now.touchAll();
    if (id === null && String(now.values['matricola'] ?? '').trim() === '') {
      snackbar.error(SENZA_MATRICOLA);
      show('matricola');
      return false;
    }
    if (!now.valid) { show(now.firstWrong); return false; }
    if (!latest.current.dati.valid) { latest.current.dati.touchAll(); show(latest.current.dati.firstWrong); return false; }
    const badName = rinominati(FILE, now.base, now.values).find(({ from, to }) => nomeSbagliato(to, from));
    if (badName) { show(badName.campo); return false; }
    const unreadable = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!unreadable) return true;
    show(unreadable.closest<HTMLElement>('[data-campo]')?.dataset['campo']);
    return false;
  };
  const stored = ({ version }: Written, values: Values) => {
    client.setQueryData<Row | null>(registerKeys.one(macchinari.path, id ?? ''), (row) => (row ? { ...row, ...values, versione: version } as Row : row));
    // what was typed while the save was on its way
    const newer = Object.entries(latest.current.form.values).filter(([campo, value]) => value !== form.values[campo]);
    latest.current.form.reset({ values, version }, { ...values, ...Object.fromEntries(newer) });
  };
  const saveDati = async (key: string): Promise<boolean> => {
    const { form: f } = dati;
    if (f.dirty.length === 0 && id !== null) return true;
    const written = await scheda.save({ changes: dati.exists ? f.changes() : { matricola: key, ...f.changes() }, version: f.version ?? 0 });
    if (written) f.reset({ values: { ...f.values, matricola: key }, version: written.version });
    return written !== null;
  };
  const create = async (): Promise<boolean> => {
    created.current ??= await macchina.save();
    if (!created.current || !(await saveDati(created.current.key))) return false;
    await piano.createFor(created.current.key);
    onCreated(created.current.key);
    return true;
  };
  const rename = async () => {
    const names = rinominati(FILE, form.base, form.values);
    if (names.length === 0) return form;
    try {
      await rinomina(names);
      const next = await reread(names.map(({ campo }) => campo));
      return next ? { base: next.record.values, values: next.values, version: next.record.version } : form;
    } catch (error) {
      snackbar.error(MESSAGGI.saveError, { detail: messaggioDi(error) });
      return null;
    }
  };
  const update = async (): Promise<boolean> => {
    const now = await rename();
    if (!now) return false;
    const changes = changedValues(macchinari, now.base, now.values);
    if (Object.keys(changes).length > 0) {
      const written = await macchina.save({ changes, version: now.version ?? 0 });
      if (!written) return false;
      stored(written, { ...now.values, ...changes });
    } else if (now !== form) snackbar.success(MESSAGGI.changed);
    return saveDati(id ?? '');
  };
  const submit = async (): Promise<boolean> => {
    if (working || !(await ready())) return false;
    setWorking(true);
    const done = await (id === null ? create() : update()).catch(() => false);
    // a machine that was made stays as it is until the list takes its place
    if (id !== null || !done) setWorking(false);
    return done;
  };
  const resolve = async (merged: Values, changes: Values): Promise<void> => {
    if (!macchina.conflict) return;
    const { version } = macchina.conflict;
    if (Object.keys(changes).length === 0) {
      macchina.setConflict(null);
      return form.reset({ values: merged, version });
    }
    const written = await macchina.save({ changes, version });
    if (written) stored(written, merged);
  };
  const resolveDati = async (merged: Values, changes: Values): Promise<void> => {
    if (!scheda.conflict) return;
    const { version } = scheda.conflict;
    const written = Object.keys(changes).length === 0 ? { version } : await scheda.save({ changes, version });
    if (!written) return;
    scheda.setConflict(null);
    dati.form.reset({ values: merged, version: written.version });
  };
  return { saving: working || macchina.saving || scheda.saving, submit, macchina, scheda, resolve, resolveDati };
}
