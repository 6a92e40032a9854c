import { permission, type Identity } from '#contracts/core/permissions.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { formButtons, type FormButtons } from '#web/registers/buttons.ts';
import type { DocumentRights } from '#web/registers/documents/document-types.ts';

/** AGGIUNGI of the list is hidden without edit right too (part 2, section 6). */
export function mayAdd(identity: Identity): boolean {
  const { allowInsert, allowEdit } = permission(identity, 'noleggi_int');
  return allowInsert === 1 && allowEdit !== 0;
}

/** Documents of a rental: the pencil is hidden when allowView is 0. */
export function documentRights(identity: Identity, id: string | null, buttons: FormButtons): DocumentRights {
  return {
    carica: id !== null && buttons.salva,
    rinomina: id !== null && buttons.salva && permission(identity, 'noleggi_int').allowView !== 0,
    elimina: id !== null && buttons.elimina,
    scadenza: buttons.salva,
  };
}

export interface PeriodoPermissions {
  campi: boolean;
  salva: boolean;
  elimina: boolean;
  /** The contract of a period that has none yet. */
  carica: boolean;
}

/**
 * The history of a rental goes by three areas (part 2, sections 2 and 6): fields by accise, the
 * upload of the contract by macchinari too, save and delete by noleggi_int.
 */
export function periodoPermissions(identity: Identity, mode: 'nuovo' | 'modifica', owner: string | null): PeriodoPermissions {
  const { salva: save, elimina: remove } = formButtons(identity, storicoNoleggi, mode, owner);
  const fields = save && permission(identity, 'accise').allowEdit !== 0;
  const upload = mode === 'modifica' && save && permission(identity, 'macchinari').allowEdit !== 0;
  return { campi: fields, salva: save, elimina: remove, carica: upload };
}

/** What is under a rental is added by who may insert and edit. */
export const mayAddTo = (identity: Identity, buttons: FormButtons): boolean =>
  buttons.salva && permission(identity, noleggi.access.area).allowInsert === 1;
