import type { Catalogue } from './catalogue.ts';
import type { AnyRegister } from './define-register.ts';
import { scope, type Identity, type Scope } from './permissions.ts';

type Referring = Pick<Catalogue, 'referencesTo'>;

/** What a selector tells of a record: its key, by what people know it, what the fields that name it show or keep, its colour. */
export function choiceFields(catalogue: Referring, def: AnyRegister): readonly string[] {
  const shown = catalogue.referencesTo(def).flatMap(({ def: other, campo, valore }) => {
    const field = other.fields[campo];
    return [valore, ...(field?.kind === 'ref' && field.register === def.path ? field.show : [])];
  });
  const colors = Object.entries(def.fields)
    .filter(([, { kind }]) => kind === 'color')
    .map(([name]) => name);
  return [...new Set([def.key.field, ...def.name, ...shown, ...colors])];
}

/** Which records a selector proposes: all of them to whoever sees, by a right of its own, an area whose records name them; else those one sees anyway. */
export function choiceScope(catalogue: Referring, identity: Identity, def: AnyRegister): Scope {
  const own = scope(identity, def.access, 'view');
  if (own === 'all') return own;
  return catalogue
    .referencesTo(def)
    .some(({ def: other }) => other.access.read !== 'everyone' && scope(identity, other.access, 'view') !== 'none')
    ? 'all'
    : own;
}
