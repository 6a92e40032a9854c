import { register } from '#contracts/registers/index.ts';
import { messaggioDi } from '#web/lib/api-client.ts';
import { RegisterFields } from '#web/registers/form/RegisterFields.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import type { DatiMacchina } from './use-dati-macchina.ts';

const datiMacchina = register('datiMacchina')!;

/** DATI: engine, transmission, dimensions, equipment. */
export function SchedaDati({ dati, disabled }: { dati: DatiMacchina; disabled: boolean }) {
  const { form } = dati;
  return (
    <section className="panel" aria-label="Dati" aria-busy={dati.loading || undefined}>
      {dati.error ? <ErrorState title="Dati non caricati" text={messaggioDi(dati.error)} onRetry={dati.retry} /> : (
        <RegisterFields def={datiMacchina} values={form.values} errors={form.errors} set={form.set} touch={form.touch} enabled={() => !disabled && !dati.loading} />
      )}
    </section>
  );
}
