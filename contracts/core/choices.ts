import type { Catalogue } from './catalogue.ts';
import type { AnyRegister } from './define-register.ts';
import { scope, type Identity, type RegisterAccess, type Scope } from './permissions.ts';

type Referring = Pick<Catalogue, 'referencesTo'>;

/**
 * Returns the fields that a selector needs of a record: key, name, color, and the fields that references to this register show or store.
 */
export function choiceFields(catalogue: Referring, def: AnyRegister): readonly string[] {
  const referenceFields = catalogue.referencesTo(def).flatMap(({ def: other, campo, valore }) => {
    const field = other.fields[campo];
    return [valore, ...(field?.kind === 'ref' && field.register === def.path ? field.show : [])];
  });
  const colors = Object.entries(def.fields)
    .filter(([, { kind }]) => kind === 'color')
    .map(([name]) => name);
  return [...new Set([def.key.field, ...def.name, ...referenceFields, ...colors])];
}

/**
 * Returns the scope of records that a selector proposes. With a right of its own to an area whose records reference this register: all;
 * else the person's own scope. User accounts are proposed only to who may write such records: their names open the portal.
 */
export function choiceScope(catalogue: Referring, identity: Identity, def: AnyRegister): Scope {
  const ownScope = scope(identity, def.access, 'view');
  if (ownScope === 'all') return ownScope;
  const may = (access: RegisterAccess): boolean =>
    def.accounts
      ? scope(identity, access, 'insert') !== 'none' || scope(identity, access, 'edit') !== 'none'
      : access.read !== 'everyone' && scope(identity, access, 'view') !== 'none';
  return catalogue.referencesTo(def).some(({ def: other }) => may(other.access)) ? 'all' : ownScope;
}
