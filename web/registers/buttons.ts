import { GRUPPO_AMMINISTRATORI, scope, may, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { FormMode } from './form/form-state.ts';

export interface ListButtons {
  /** Shows AGGIUNGI. */
  add: boolean;
  /** Shows ELIMINA on a selection; needs level 3. */
  removeMany: boolean;
}

export interface FormButtons {
  /** Enables the fields. */
  campi: boolean;
  save: boolean;
  remove: boolean;
  /** Allows restoring an older version. */
  restore: boolean;
}

export function listButtons(identity: Identity, def: AnyRegister): ListButtons {
  return {
    add: scope(identity, def.access, 'insert') !== 'none',
    removeMany: scope(identity, def.access, 'delete') === 'all',
  };
}

/**
 * Returns the buttons that the person gets in a form. Edit level 0 disables every field and hides SALVA, on a
 * new record too (part 1, section 6). `owner` is the record's `utente`.
 */
export function formButtons(identity: Identity, def: AnyRegister, mode: FormMode, owner: string | null): FormButtons {
  if (mode === 'nuovo') {
    const save = scope(identity, def.access, 'insert') !== 'none' && scope(identity, def.access, 'edit') !== 'none';
    return { campi: save, save, remove: false, restore: false };
  }
  const save = may(identity, def.access, 'edit', owner);
  return { campi: save, save, remove: may(identity, def.access, 'delete', owner), restore: save };
}

/** Tells whether the person may restore a deleted record: administrators, and whoever may delete and edit every record. */
export function mayRestoreDeleted(identity: Identity, def: AnyRegister): boolean {
  return (
    identity.groupID === GRUPPO_AMMINISTRATORI ||
    (scope(identity, def.access, 'delete') === 'all' && scope(identity, def.access, 'edit') === 'all')
  );
}

export interface ChildButtons {
  add: boolean;
  save: boolean;
  remove: boolean;
}

/** Returns the buttons for a record's children; the person's rights on them follow `owner`, the parent's `utente`. */
export function childButtons(identity: Identity, def: AnyRegister, owner: string | null): ChildButtons {
  const save = may(identity, def.access, 'edit', owner);
  return {
    add: may(identity, def.access, 'insert', owner) && (save || owner === identity.memberID),
    save,
    remove: may(identity, def.access, 'delete', owner),
  };
}

/** Tells whether the person may see any record of this register. */
export function canView(identity: Identity, def: AnyRegister): boolean {
  return scope(identity, def.access, 'view') !== 'none';
}
