import { Trash2 } from 'lucide-react';
import { register } from '#contracts/registers/index.ts';
import { useIdentita } from '#web/lib/session.ts';
import { listButtons } from '#web/registers/buttons.ts';
import { RegisterList, type ListContext } from '#web/registers/list/RegisterList.tsx';
import { useDeleteMany } from '#web/registers/form/use-delete.ts';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { AccisaCard } from './AccisaCard.tsx';

const accise = register('accise')!;

const TESTI = {
  title: 'Elimina accise',
  text: 'ATTENZIONE, sei sicuro di voler eliminare le accise selezionate?',
  done: 'Accisa eliminata con successo',
};

/** ACCISE: the list, with deletion of several at once for who may delete everybody's. */
export default function AcciseList() {
  const identita = useIdentita();
  const snackbar = useSnackbar();
  const deleteMany = useDeleteMany(accise);
  const { eliminaMolti } = listButtons(identita, accise);
  const remove = async ({ selected }: ListContext) => {
    if (selected.count === 0) return snackbar.error("Selezionare un'accisa");
    if (await deleteMany(await selected.keys(), TESTI)) selected.clear();
  };
  return (
    <RegisterList
      def={accise}
      card={(row) => <AccisaCard row={row} />}
      actions={(list) => (eliminaMolti ? [{ label: 'ELIMINA', icon: Trash2, look: 'secondary', onClick: () => void remove(list) }] : [])}
      selectionActions={(list) => (eliminaMolti ? <SelectionAction icon={Trash2} onClick={() => void remove(list)}>ELIMINA</SelectionAction> : null)}
    />
  );
}
