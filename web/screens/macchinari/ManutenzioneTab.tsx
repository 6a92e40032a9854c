import { ClipboardList } from 'lucide-react';
import { manutMacchinari, componenteName } from '#contracts/registers/manut-macchinari.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useFormRights, useOpenRecord } from '#web/registers/form/form-context.ts';
import { RegisterConflict } from '#web/registers/form/RegisterConflict.tsx';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { PIANO_COLUMNS, type PianoRow } from './piano.ts';
import { usePiano, type Piano } from './use-piano.ts';

/** MANUTENZIONE: the twelve components and how often each is looked after. */
export function ManutenzioneTab() {
  const { id: matricola } = useOpenRecord();
  const buttons = useFormRights();
  const piano = usePiano();
  const disabled = piano.loading || !buttons.campi;
  if (piano.error)
    return (
      <section className="panel">
        <ErrorState title="Piano non caricato" text={messageOf(piano.error)} onRetry={piano.retry} />
      </section>
    );
  return (
    <section className="panel" aria-label="Piano di manutenzione" aria-busy={piano.loading || undefined}>
      <div className="overflow-x-auto">
        <table className="piano num w-full">
          <thead>
            <tr>
              <th scope="col">Componente</th>
              {PIANO_COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {manutMacchinari.fields[column]?.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {piano.righe.map((row) => (
              <Row key={row.componente} riga={row} piano={piano} disabled={disabled} />
            ))}
          </tbody>
        </table>
      </div>
      <footer className="grid-foot">
        <span role="status">
          {matricola === null
            ? 'Il piano si salva insieme al macchinario.'
            : piano.pending.length === 0
              ? ''
              : piano.pending.length === 1
                ? '1 riga non salvata'
                : `${piano.pending.length} righe non salvate`}
        </span>
        <span className="flex items-center gap-2">
          {matricola === null ? null : (
            <ButtonLink href={`/tabellaxls?${new URLSearchParams({ matricola }).toString()}`} icon={ClipboardList}>
              SCHEDA
            </ButtonLink>
          )}
          {matricola !== null && buttons.save ? (
            <Button variant="primary" plain loading={piano.saving} disabled={piano.pending.length === 0} onClick={() => void piano.save()}>
              Salva Manutenzioni
            </Button>
          ) : null}
        </span>
      </footer>
      {piano.conflict ? <Conflict piano={piano} /> : null}
    </section>
  );
}

function Row({ riga: row, piano, disabled }: { riga: PianoRow; piano: Piano; disabled: boolean }) {
  const name = componenteName(row.componente);
  const values = piano.scritti[row.componente]?.valori ?? row.valori;
  return (
    <tr>
      <th scope="row">{name}</th>
      {PIANO_COLUMNS.map((column) => (
        <td key={column} data-etichetta={manutMacchinari.fields[column]?.label}>
          <TextInput
            aria-label={`${name}, ${manutMacchinari.fields[column]?.label ?? column}`}
            value={values[column]}
            maxLength={255}
            disabled={disabled}
            onChange={(text) => piano.write(row, column, text)}
          />
        </td>
      ))}
    </tr>
  );
}

/** Somebody else changed the same row. */
function Conflict({ piano }: { piano: Piano }) {
  if (!piano.conflict) return null;
  const {
    riga: { base, valori },
    conflict,
  } = piano.conflict;
  const before = { ...base.valori, componente: base.componente };
  return (
    <RegisterConflict
      def={manutMacchinari}
      conflict={conflict}
      saving={piano.saving}
      base={{ ...conflict.values, ...before }}
      mine={{ ...conflict.values, ...before, ...valori }}
      onClose={piano.closeConflict}
      onMerged={(_merged, changes) => void piano.resolve(changes)}
    />
  );
}
