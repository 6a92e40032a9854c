import { ClipboardList, Wrench } from 'lucide-react';
import { manutMacchinari, componenteName } from '#contracts/registers/manut-macchinari.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useFormRights, useOpenRecord } from '#web/registers/form/form-context.ts';
import { RegisterConflict } from '#web/registers/form/RegisterConflict.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { NumberInput } from '#web/ui/inputs/NumberInput.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { nextDue } from './next-due.ts';
import { isInterval, PIANO_COLUMNS, type PianoRow } from './piano.ts';
import { usePiano, type Piano } from './use-piano.ts';

const NEXT = 'Prossima';

/** Shows the tab MANUTENZIONE: the twelve components, their maintenance intervals and the next dates. */
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
                <th key={column} scope="col" className={isInterval(column) ? 'interval' : undefined}>
                  {manutMacchinari.fields[column]?.label}
                </th>
              ))}
              <th scope="col" className="next">
                {NEXT}
              </th>
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
        <td key={column} data-etichetta={manutMacchinari.fields[column].label} className={isInterval(column) ? 'interval' : undefined}>
          {isInterval(column) ? (
            <NumberInput
              aria-label={`${name}, ${manutMacchinari.fields[column].label}`}
              value={values[column]}
              decimals={0}
              disabled={disabled}
              onChange={(value) => piano.write(row, column, value)}
            />
          ) : (
            <TextInput
              aria-label={`${name}, ${manutMacchinari.fields[column].label}`}
              value={values[column]}
              maxLength={255}
              disabled={disabled}
              onChange={(text) => piano.write(row, column, text)}
            />
          )}
        </td>
      ))}
      <td data-etichetta={NEXT} className="next">
        <NextCell row={row} />
      </td>
    </tr>
  );
}

/** Cell with the next maintenance of the saved plan. */
function NextCell({ row: { prossima: next, valori } }: { row: PianoRow }) {
  const dueItems = nextDue(next, todayInRome());
  if (dueItems.length === 0)
    return (
      <span className="text-ink-3">{valori.ogni_ore === null && valori.ogni_mesi === null ? '–' : 'manca una lettura delle ore'}</span>
    );
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {dueItems.map(({ text, due }) =>
        due ? (
          <Badge key={text} tone="due" icon={Wrench}>
            {text}
          </Badge>
        ) : (
          <span key={text} className="whitespace-nowrap text-ink-2">
            {text}
          </span>
        ),
      )}
    </span>
  );
}

/** Shows the conflict when somebody else has changed the same row. */
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
      ownValues={{ ...conflict.values, ...before, ...valori }}
      onClose={piano.closeConflict}
      onMerged={(_merged, changes) => void piano.resolve(changes)}
    />
  );
}
