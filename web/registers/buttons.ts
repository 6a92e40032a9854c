import { ambito, puo, type Identita } from '#contracts/core/permissions.ts';
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

export function listButtons(identita: Identita, def: AnyRegister): ListButtons {
  return {
    aggiungi: ambito(identita, def.accesso, 'insert') !== 'none',
    eliminaMolti: ambito(identita, def.accesso, 'delete') === 'all',
  };
}

/**
 * Edit level 0 closes every field and hides SALVA, on a new record too (part 1, section 6).
 * `proprietario` is the record's `utente`.
 */
export function formButtons(identita: Identita, def: AnyRegister, mode: FormMode, proprietario: string | null): FormButtons {
  if (mode === 'nuovo') {
    const salva = ambito(identita, def.accesso, 'insert') !== 'none' && ambito(identita, def.accesso, 'edit') !== 'none';
    return { campi: salva, salva, elimina: false, ripristina: false };
  }
  const salva = puo(identita, def.accesso, 'edit', proprietario);
  return { campi: salva, salva, elimina: puo(identita, def.accesso, 'delete', proprietario), ripristina: salva };
}

/** May the person see the records of this register at all? */
export function canView(identita: Identita, def: AnyRegister): boolean {
  return ambito(identita, def.accesso, 'view') !== 'none';
}
