import { whyNotTogether } from '#contracts/core/change-together.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { formButtons } from '../../buttons.ts';
import type { Row } from '../../row.ts';

/** Returns the fields that the register's form shows. */
const ofForm = (def: AnyRegister): string[] => def.form.sections.flatMap(({ rows }) => rows.flat());

/** Tells whether a person may change one cell of a list: a field of the form that can be changed alone, of a record that the person may change. */
export function isEditable(def: AnyRegister, identity: Identity, row: Row, column: string): boolean {
  if (def.oneByOne || !ofForm(def).includes(column) || whyNotTogether(def, column) !== null) return false;
  return formButtons(identity, def, 'modifica', row.utente).save;
}
