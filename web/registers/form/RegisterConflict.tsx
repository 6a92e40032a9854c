import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { formatInstant } from '#web/lib/format.ts';
import { ConflictDialog } from '#web/ui/overlays/ConflictDialog.tsx';
import { conflictFields, mergeChoices, onlyTheirs, type Conflict } from './conflict.ts';
import { changedValues } from './form-state.ts';
import { HistoryValue } from '../history/HistoryValue.tsx';
import { nameOf } from '../words.ts';

interface RegisterConflictProps {
  def: AnyRegister;
  conflict: Conflict;
  base: Values;
  ownValues: Values;
  saving: boolean;
  onClose(): void;
  /** Called with the merged values and with those that differ from the other person's record. */
  onMerged(merged: Values, changes: Values): void;
}

/** Shows a conflict with another person's save: both values of each field, to choose from. */
export function RegisterConflict({ def, conflict, base, ownValues, saving, onClose, onMerged }: RegisterConflictProps) {
  const fields = conflictFields(def, base, ownValues, conflict.values);
  const otherChanges = onlyTheirs(def, base, ownValues, conflict.values);
  const when = conflict.quando ? ` il ${formatInstant(conflict.quando)}` : '';
  const kind = (fieldName: string) => def.fields[fieldName]?.kind ?? 'chiave';
  return (
    <ConflictDialog
      open
      title={`${nameOf(def, conflict.values)} è stato modificato da un'altra persona`}
      intro={[
        `${conflict.utente} ha salvato${when}, mentre modificavi.`,
        fields.length > 0
          ? 'Scegli il valore da tenere per ogni campo che hai cambiato.'
          : 'Ha fatto le tue stesse modifiche: non resta nulla da scegliere.',
        otherChanges.length > 0 ? `Ha cambiato anche ${otherChanges.join(', ')}: resta come nel suo salvataggio.` : '',
      ]
        .filter(Boolean)
        .join(' ')}
      altro={conflict.utente}
      saving={saving}
      rows={fields.map(({ campo, etichetta, mio: ownValue, suo: otherValue, choice }) => ({
        campo,
        etichetta,
        choice,
        mio: <HistoryValue tipo={kind(campo)} field={def.fields[campo]} value={ownValue} />,
        suo: <HistoryValue tipo={kind(campo)} field={def.fields[campo]} value={otherValue} />,
      }))}
      onClose={onClose}
      onResolve={(choices) => {
        const merged = mergeChoices(conflict.values, fields, choices);
        onMerged(merged, changedValues(def, conflict.values, merged));
      }}
    />
  );
}
