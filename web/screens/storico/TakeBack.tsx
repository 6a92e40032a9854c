import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { TakeableChange } from '#contracts/core/history.ts';
import { countOf } from '#contracts/core/formats.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { useChangeJob } from '#web/registers/list/change-together/use-change-job.ts';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';

/** Button that takes back the change of many records that a row of the trail stands for; nothing for other rows. */
export function TakeBack({ change }: { change: TakeableChange | undefined }) {
  const { register } = useCatalogue();
  const def = change && register(change.registro);
  return def ? <TakeBackButton def={def} change={change} /> : null;
}

function TakeBackButton({ def, change: { id, fatti } }: { def: AnyRegister; change: TakeableChange }) {
  const confirm = useConfirm();
  const { takeBack } = useChangeJob(def);
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Annulla la modifica',
      text: `Riportare ${countOf(fatti, def.labels.one, def.labels.many)} com’erano prima?`,
      detail: 'Torna ogni campo che nessuno ha cambiato da allora; gli altri restano come sono.',
      cancelLabel: 'CHIUDI',
      confirmLabel: 'ANNULLA LA MODIFICA',
    });
    if (sure) await takeBack(id);
  };
  return (
    <button type="button" className="link" onClick={() => void ask()}>
      Annulla
    </button>
  );
}
