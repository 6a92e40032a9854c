import { useRef } from 'react';
import { useLocation } from 'wouter';
import { permission } from '#contracts/core/permissions.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { register } from '#contracts/registers/index.ts';
import { useIdentita } from '#web/lib/session.ts';
import { formButtons } from '#web/registers/buttons.ts';
import type { Row } from '#web/registers/list/columns.ts';
import type { DocumentRights } from '#web/registers/documents/document-types.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { useRecordFiles } from '#web/registers/documents/use-record-files.ts';
import { answerDraft, returnAddress } from '#web/registers/form/drafts.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import { useDelete } from '#web/registers/form/use-delete.ts';
import { useRegisterForm, type LoadedRecord } from '#web/registers/form/use-register-form.ts';
import { useSubmitKeys } from '#web/registers/form/use-submit-keys.ts';
import { nameOf } from '#web/registers/words.ts';
import { useUnsaved } from '#web/ui/overlays/unsaved.tsx';
import { campiCaricamento } from './caricamento.ts';
import { schedeVisibili } from './schede.ts';
import { useAddressParam } from '#web/lib/use-address-param.ts';
import { useDatiMacchina } from './use-dati-macchina.ts';
import { usePiano } from './use-piano.ts';
import { useSalvaMacchina } from './use-salva-macchina.ts';

const macchinari = register('macchinari')!;
/** From the save of a new machine to the list (part 1, section 9). */
const DOPO_CREAZIONE = 500;

export interface MacchinaProps {
  /** `null` for a new machine. */
  id: string | null;
  row: Row | null;
  record: LoadedRecord;
  /** What was typed before something was created elsewhere. */
  typed: Values | null;
}

export type Macchina = ReturnType<typeof useMacchina>;

/** Everything the screen of a machine holds: its form, its data, its plan, its files, and what saves them. */
export function useMacchina({ id, row, record, typed }: MacchinaProps) {
  const identita = useIdentita();
  const [, navigate] = useLocation();
  const element = useRef<HTMLFormElement>(null);
  const mode = id === null ? 'nuovo' : 'modifica';
  const buttons = formButtons(identita, macchinari, mode, row?.utente ?? null);
  const rights: DocumentRights = {
    carica: id !== null && buttons.salva, rinomina: id !== null && buttons.salva, scadenza: buttons.salva,
    // the trash of a document shows to who may delete anything at all (part 1, section 6)
    elimina: id !== null && permission(identita, 'macchinari').allowDelete !== 0,
  };
  const schede = schedeVisibili(identita.marcatore);
  const [scheda, mostra] = useAddressParam('scheda', schede.map((one) => one.id));
  const form = useRegisterForm(macchinari, mode, record, typed);
  const dati = useDatiMacchina(id, buttons.salva);
  const piano = usePiano(identita.marcatore === 'admin' ? id : null);
  const viewer = useFileViewer();
  const files = useRecordFiles({ def: macchinari, id: id ?? '', form, fields: (campo) => campiCaricamento(id ?? '', campo) });
  const leave = useRef<() => void>(() => {});
  const close = () => navigate(returnAddress(location.search) ?? lastList(macchinari.list.route));
  const onCreated = (key: string) => {
    leave.current();
    const here = location.pathname;
    const back = returnAddress(location.search);
    if (back && answerDraft(sessionStorage, back, key)) return navigate(back, { replace: true });
    setTimeout(() => { if (location.pathname === here) navigate(lastList(macchinari.list.route)); }, DOPO_CREAZIONE);
  };
  const salva = useSalvaMacchina({ id, form, dati, piano, element, mostra, onCreated });
  const dirty = form.dirty.length + dati.form.dirty.length;
  const saveAll = async () => {
    if ((dirty > 0 || id === null) && !(await salva.submit())) return false;
    return id === null || piano.pending.length === 0 || piano.save();
  };
  const name = id === null ? 'macchinario (nuovo)' : nameOf(macchinari, form.base);
  const unsaved = useUnsaved(buttons.salva && dirty + piano.pending.length > 0, { changes: dirty + piano.pending.length, name, onSave: saveAll });
  leave.current = unsaved.release;
  useSubmitKeys(buttons.salva, saveAll);
  const { deleting, remove: deleteOne } = useDelete(macchinari);
  const remove = async () => {
    if (id === null || !(await deleteOne(id, name, form.version ?? 0))) return;
    unsaved.release();
    close();
  };
  return { id, row, identita, element, buttons, rights, schede, scheda, mostra, form, dati, piano, viewer, files, salva, dirty, name, close, deleting, remove, release: unsaved.release };
}
