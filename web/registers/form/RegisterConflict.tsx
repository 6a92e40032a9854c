import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { formatIstante } from '#web/lib/format.ts';
import { ConflictDialog } from '#web/ui/overlays/ConflictDialog.tsx';
import { conflictFields, mergeChoices, type Conflict } from './conflict.ts';
import { changedValues } from './form-state.ts';
import { HistoryValue } from '../history/HistoryValue.tsx';
import { nameOf } from '../words.ts';

interface RegisterConflictProps {
  def: AnyRegister;
  conflict: Conflict;
  base: Values;
  mine: Values;
  saving: boolean;
  onClose(): void;
  /** The form after the choice, and what of it the other person's record still lacks. */
  onMerged(merged: Values, changes: Values): void;
}

/** Another person saved first: both values, field by field. */
export function RegisterConflict({ def, conflict, base, mine, saving, onClose, onMerged }: RegisterConflictProps) {
  const fields = conflictFields(def, base, mine, conflict.values);
  const when = conflict.quando ? ` il ${formatIstante(conflict.quando)}` : '';
  const tipo = (campo: string) => def.fields[campo]?.kind ?? 'chiave';
  return (
    <ConflictDialog
      open
      title={`${nameOf(def, conflict.values)} è stato modificato da un'altra persona`}
      intro={`${conflict.utente} ha salvato${when}, mentre modificavi. Scegli il valore da tenere per ogni campo.`}
      altro={conflict.utente}
      saving={saving}
      rows={fields.map(({ campo, etichetta, mio, suo, scelta }) => ({
        campo, etichetta, scelta,
        mio: <HistoryValue tipo={tipo(campo)} field={def.fields[campo]} value={mio} />,
        suo: <HistoryValue tipo={tipo(campo)} field={def.fields[campo]} value={suo} />,
      }))}
      onClose={onClose}
      onResolve={(choices) => {
        const merged = mergeChoices(conflict.values, fields, choices);
        onMerged(merged, changedValues(def, conflict.values, merged));
      }}
    />
  );
}
