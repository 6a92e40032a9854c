import { GRUPPO_AMMINISTRATORI, scope, may, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { FormMode } from './form/form-state.ts';

export interface ListButtons {
  /** AGGIUNGI. */
  aggiungi: boolean;
  /** ELIMINA on a selection: asks for level 3. */
  eliminaMolti: boolean;
}

export interface FormButtons {
  /** The fields take input. */
  campi: boolean;
  salva: boolean;
  elimina: boolean;
  /** An older version can be brought back. */
  ripristina: boolean;
}

export function listButtons(identity: Identity, def: AnyRegister): ListButtons {
  return {
    aggiungi: scope(identity, def.access, 'insert') !== 'none',
    eliminaMolti: scope(identity, def.access, 'delete') === 'all',
  };
}

/**
 * Edit level 0 closes every field and hides SALVA, on a new record too (part 1, section 6).
 * `owner` is the record's `utente`.
 */
export function formButtons(identity: Identity, def: AnyRegister, mode: FormMode, owner: string | null): FormButtons {
  if (mode === 'nuovo') {
    const save = scope(identity, def.access, 'insert') !== 'none' && scope(identity, def.access, 'edit') !== 'none';
    return { campi: save, salva: save, elimina: false, ripristina: false };
  }
  const save = may(identity, def.access, 'edit', owner);
  return { campi: save, salva: save, elimina: may(identity, def.access, 'delete', owner), ripristina: save };
}

/** A deleted record can be brought back by who might delete and change any. */
export function mayRestoreDeleted(identity: Identity, def: AnyRegister): boolean {
  return (
    identity.groupID === GRUPPO_AMMINISTRATORI ||
    (scope(identity, def.access, 'delete') === 'all' && scope(identity, def.access, 'edit') === 'all')
  );
}

export interface ChildButtons {
  aggiungi: boolean;
  salva: boolean;
  elimina: boolean;
}

/** What lives in another record is its owner's: `owner` is the parent's `utente`. */
export function childButtons(identity: Identity, def: AnyRegister, owner: string | null): ChildButtons {
  const save = may(identity, def.access, 'edit', owner);
  return {
    aggiungi: may(identity, def.access, 'insert', owner) && (save || owner === identity.memberID),
    salva: save,
    elimina: may(identity, def.access, 'delete', owner),
  };
}

/** May the person see the records of this register at all? */
export function canView(identity: Identity, def: AnyRegister): boolean {
  return scope(identity, def.access, 'view') !== 'none';
}
