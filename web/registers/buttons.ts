import { GRUPPO_AMMINISTRATORI, scope, may, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { FormMode } from './form/form-state.ts';

export interface ListButtons {
  /** AGGIUNGI. */
  add: boolean;
  /** ELIMINA on a selection: asks for level 3. */
  removeMany: boolean;
}

export interface FormButtons {
  /** The fields take input. */
  campi: boolean;
  save: boolean;
  remove: boolean;
  /** An older version can be brought back. */
  restore: boolean;
}

export function listButtons(identity: Identity, def: AnyRegister): ListButtons {
  return {
    add: scope(identity, def.access, 'insert') !== 'none',
    removeMany: scope(identity, def.access, 'delete') === 'all',
  };
}

/**
 * Edit level 0 closes every field and hides SALVA, on a new record too (part 1, section 6).
 * `owner` is the record's `utente`.
 */
export function formButtons(identity: Identity, def: AnyRegister, mode: FormMode, owner: string | null): FormButtons {
  if (mode === 'nuovo') {
    const save = scope(identity, def.access, 'insert') !== 'none' && scope(identity, def.access, 'edit') !== 'none';
    return { campi: save, save, remove: false, restore: false };
  }
  const save = may(identity, def.access, 'edit', owner);
  return { campi: save, save, remove: may(identity, def.access, 'delete', owner), restore: save };
}

/** A deleted record can be brought back by who might delete and change any. */
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

/** What lives in another record is its owner's: `owner` is the parent's `utente`. */
export function childButtons(identity: Identity, def: AnyRegister, owner: string | null): ChildButtons {
  const save = may(identity, def.access, 'edit', owner);
  return {
    add: may(identity, def.access, 'insert', owner) && (save || owner === identity.memberID),
    save,
    remove: may(identity, def.access, 'delete', owner),
  };
}

/** May the person see the records of this register at all? */
export function canView(identity: Identity, def: AnyRegister): boolean {
  return scope(identity, def.access, 'view') !== 'none';
}
