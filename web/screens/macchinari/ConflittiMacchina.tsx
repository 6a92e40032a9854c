import { register } from '#contracts/registers/index.ts';
import { RegisterConflict } from '#web/registers/form/RegisterConflict.tsx';
import type { Macchina } from './use-macchina.ts';

const macchinari = register('macchinari')!;
const datiMacchina = register('datiMacchina')!;

/** Somebody else saved the machine, or its data, meanwhile. */
export function ConflittiMacchina({ m: { salva, form, dati } }: { m: Macchina }) {
  const { macchina, scheda } = salva;
  if (macchina.conflict) {
    return (
      <RegisterConflict
        def={macchinari} conflict={macchina.conflict} base={form.base} mine={form.values} saving={macchina.saving}
        onClose={() => macchina.setConflict(null)} onMerged={(merged, changes) => void salva.resolve(merged, changes)}
      />
    );
  }
  if (!scheda.conflict) return null;
  return (
    <RegisterConflict
      def={datiMacchina} conflict={scheda.conflict} base={dati.form.base} mine={dati.form.values} saving={scheda.saving}
      onClose={() => scheda.setConflict(null)} onMerged={(merged, changes) => void salva.resolveDati(merged, changes)}
    />
  );
}
