import { ClipboardList } from 'lucide-react';
import { manutMacchinari, componenteName } from '#contracts/registers/manut-macchinari.ts';
import { messaggioDi } from '#web/lib/api-client.ts';
import { useFormContext } from '#web/registers/form/form-context.ts';
import { RegisterConflict } from '#web/registers/form/RegisterConflict.tsx';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { COLONNE_PIANO, type RigaPiano } from './piano.ts';
import { usePiano, type Piano } from './use-piano.ts';

/** MANUTENZIONE: the twelve components and how often each is looked after. */
export function ManutenzioneTab() {
  const { id: matricola, buttons } = useFormContext();
  const piano = usePiano();
  const disabled = piano.loading || !buttons.campi;
  if (piano.error) return <section className="panel"><ErrorState title="Piano non caricato" text={messaggioDi(piano.error)} onRetry={piano.retry} /></section>;
  return (
    <section className="panel" aria-label="Piano di manutenzione" aria-busy={piano.loading || undefined}>
      <div className="overflow-x-auto">
        <table className="piano num w-full">
          <thead>
            <tr><th scope="col">Componente</th>{COLONNE_PIANO.map((colonna) => <th key={colonna} scope="col">{manutMacchinari.fields[colonna]?.label}</th>)}</tr>
          </thead>
          <tbody>{piano.righe.map((riga) => <Riga key={riga.componente} riga={riga} piano={piano} disabled={disabled} />)}</tbody>
        </table>
      </div>
      <footer className="grid-foot">
        <span role="status">{matricola === null ? 'Il piano si salva insieme al macchinario.' : piano.pending.length === 0 ? '' : piano.pending.length === 1 ? '1 riga non salvata' : `${piano.pending.length} righe non salvate`}</span>
        <span className="flex items-center gap-2">
          {matricola === null ? null : <ButtonLink href={`/tabellaxls?${new URLSearchParams({ matricola }).toString()}`} icon={ClipboardList}>SCHEDA</ButtonLink>}
          {matricola !== null && buttons.salva ? <Button variant="primary" plain loading={piano.saving} disabled={piano.pending.length === 0} onClick={() => void piano.save()}>Salva Manutenzioni</Button> : null}
        </span>
      </footer>
      {piano.conflict ? <Conflitto piano={piano} /> : null}
    </section>
  );
}

function Riga({ riga, piano, disabled }: { riga: RigaPiano; piano: Piano; disabled: boolean }) {
  const nome = componenteName(riga.componente);
  const valori = piano.scritti[riga.componente]?.valori ?? riga.valori;
  return (
    <tr>
      <th scope="row">{nome}</th>
      {COLONNE_PIANO.map((colonna) => (
        <td key={colonna} data-etichetta={manutMacchinari.fields[colonna]?.label}>
          <TextInput aria-label={`${nome}, ${manutMacchinari.fields[colonna]?.label ?? colonna}`} value={valori[colonna]} maxLength={255} disabled={disabled} boxClass="input-quiet" onChange={(text) => piano.write(riga, colonna, text)} />
        </td>
      ))}
    </tr>
  );
}

/** Somebody else changed the same row. */
function Conflitto({ piano }: { piano: Piano }) {
  if (!piano.conflict) return null;
  const { riga: { base, valori }, conflict } = piano.conflict;
  const before = { ...base.valori, componente: base.componente };
  return (
    <RegisterConflict
      def={manutMacchinari} conflict={conflict} saving={piano.saving}
      base={{ ...conflict.values, ...before }} mine={{ ...conflict.values, ...before, ...valori }}
      onClose={piano.closeConflict}
      onMerged={(_merged, changes) => {
        if (Object.keys(changes).length === 0) { piano.forget(base.componente); return piano.closeConflict(); }
        void piano.save([{ base: { ...base, versione: conflict.version }, valori: changes }]);
      }}
    />
  );
}
