import type { Catalogue } from './catalogue.ts';
import { addedKind, isAdded } from './added-fields.ts';
import type { Chronicle } from './chronicle.ts';
import { labelOf, type AnyRegister } from './define-register.ts';
import type { Json } from './events.ts';
import type { HistoryField } from './history.ts';
import type { RegisterChange } from './record-change.ts';
import type { RecordState } from './record-state.ts';

/** Returns the changed fields of a record with their values before and after. A file's value is `{percorso, versione}`. */
export function changedFields(
  catalogue: Pick<Catalogue, 'toldBy'>,
  before: RecordState | undefined,
  after: RecordState,
  change: RegisterChange,
): HistoryField[] {
  const def = catalogue.toldBy(change.table);
  if (!def) return [];
  const fresh = change.kind === 'creato';
  return inOrder(def, Object.keys(change.fields)).flatMap((fieldName) => {
    const was = fresh ? null : storicoValue(before, fieldName);
    const becomes = storicoValue(after, fieldName);
    if (JSON.stringify(was) === JSON.stringify(becomes)) return [];
    return [
      {
        campo: fieldName,
        etichetta: labelOf(def, fieldName),
        tipo: kindOf(def, fieldName),
        prima: was,
        dopo: becomes,
      },
    ];
  });
}

/**
 * Sorts field names in the order of the definition; unknown names follow alphabetically. A stored event need not keep the order of its
 * fields.
 */
function inOrder(def: AnyRegister | Chronicle, names: readonly string[]): string[] {
  const place = new Map(Object.keys(def.fields).map((name, at) => [name, at]));
  const at = (name: string): number => place.get(name) ?? place.size;
  return names.toSorted((one, other) => at(one) - at(other) || (one < other ? -1 : one > other ? 1 : 0));
}

const kindOf = (def: AnyRegister | Chronicle, name: string): HistoryField['tipo'] =>
  def.fields[name]?.kind ?? ('takesKinds' in def && isAdded(def, name) ? addedKind(name) : 'chiave');

/** Returns the sentence of a change. `name`: name of the deleted record, for records whose key is only a number. */
export function sentenceOf(catalogue: Pick<Catalogue, 'register'>, change: RegisterChange, countFields: number, name?: string): string {
  const article = catalogue.register(change.table)?.labels.article ?? 'il record';
  if (change.sentence) return change.sentence;
  switch (change.kind) {
    case 'creato':
      return `ha creato ${article}`;
    case 'modificato':
      return countFields === 1 ? 'ha modificato 1 campo' : `ha modificato ${countFields} campi`;
    case 'eliminato':
      return name ? `ha eliminato ${article} «${name}»` : `ha eliminato ${article}`;
    case 'ripristinato':
      return `ha ripristinato ${article}`;
    case 'caricato':
      return 'ha caricato un documento';
    case 'rinominato':
      return 'ha rinominato un documento';
    case 'file-eliminato':
      return 'ha eliminato un documento';
    case 'aperto':
      return 'ha aperto un documento';
    case 'altro':
      return 'ha modificato il record';
  }
}

function storicoValue(state: RecordState | undefined, fieldName: string): Json {
  const value = state?.values[fieldName] ?? null;
  const file = state?.files[fieldName];
  return file && value !== null && file.percorso === value ? { percorso: file.percorso, versione: file.versione } : value;
}
