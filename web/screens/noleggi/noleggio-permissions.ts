import { permission, type Identity } from '#contracts/core/permissions.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { formButtons, type FormButtons } from '#web/registers/buttons.ts';
import type { DocumentRights } from '#web/registers/documents/document-types.ts';

/** Tells whether the person may add rentals; AGGIUNGI also needs the right to edit (part 2, section 6). */
export function mayAdd(identity: Identity): boolean {
  const { allowInsert, allowEdit } = permission(identity, 'noleggi_int');
  return allowInsert === 1 && allowEdit !== 0;
}

/** Returns the rights on a rental's documents; renaming needs allowView. */
export function documentRights(identity: Identity, id: string | null, buttons: FormButtons): DocumentRights {
  return {
    upload: id !== null && buttons.save,
    rinomina: id !== null && buttons.save && permission(identity, 'noleggi_int').allowView !== 0,
    remove: id !== null && buttons.remove,
    scadenza: buttons.save,
  };
}

export interface PeriodoPermissions {
  campi: boolean;
  save: boolean;
  remove: boolean;
  /** Allows uploading the contract of a period that has none. */
  upload: boolean;
}

/**
 * Returns the permissions on a rental period, which depend on three areas (part 2, sections 2 and 6). Fields follow accise, the contract's
 * upload also macchinari; save and delete follow noleggi_int.
 */
export function periodoPermissions(identity: Identity, mode: 'nuovo' | 'modifica', owner: string | null): PeriodoPermissions {
  const { save, remove } = formButtons(identity, storicoNoleggi, mode, owner);
  const fields = save && permission(identity, 'accise').allowEdit !== 0;
  const upload = mode === 'modifica' && save && permission(identity, 'macchinari').allowEdit !== 0;
  return { campi: fields, save, remove, upload };
}

/** Tells whether the person may add records to a rental; requires the rights to insert and edit. */
export const mayAddTo = (identity: Identity, buttons: FormButtons): boolean =>
  buttons.save && permission(identity, noleggi.access.area).allowInsert === 1;
