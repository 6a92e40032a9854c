import { scope, may, type Identity } from '#contracts/core/permissions.ts';
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

export function listButtons(identita: Identity, def: AnyRegister): ListButtons {
  return {
    aggiungi: scope(identita, def.access, 'insert') !== 'none',
    eliminaMolti: scope(identita, def.access, 'delete') === 'all',
  };
}

/**
 * Edit level 0 closes every field and hides SALVA, on a new record too (part 1, section 6).
 * `proprietario` is the record's `utente`.
 */
export function formButtons(identita: Identity, def: AnyRegister, mode: FormMode, proprietario: string | null): FormButtons {
  if (mode === 'nuovo') {
    const salva = scope(identita, def.access, 'insert') !== 'none' && scope(identita, def.access, 'edit') !== 'none';
    return { campi: salva, salva, elimina: false, ripristina: false };
  }
  const salva = may(identita, def.access, 'edit', proprietario);
  return { campi: salva, salva, elimina: may(identita, def.access, 'delete', proprietario), ripristina: salva };
}

export interface ChildButtons {
  aggiungi: boolean;
  salva: boolean;
  elimina: boolean;
}

/** What lives in another record is its owner's: `proprietario` is the parent's `utente`. */
export function childButtons(identita: Identity, def: AnyRegister, proprietario: string | null): ChildButtons {
  const salva = may(identita, def.access, 'edit', proprietario);
  return {
    aggiungi: may(identita, def.access, 'insert', proprietario) && (salva || proprietario === identita.memberID),
    salva,
    elimina: may(identita, def.access, 'delete', proprietario),
  };
}

/** May the person see the records of this register at all? */
export function canView(identita: Identity, def: AnyRegister): boolean {
  return scope(identita, def.access, 'view') !== 'none';
}
