import { FileText, Trash2 } from 'lucide-react';
import { acciseChronicle } from '#contracts/modules/accise/chronicle.ts';
import { accise } from '#contracts/registers/accise.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { listButtons } from '#web/registers/buttons.ts';
import { useDeleteMany } from '#web/registers/form/use-delete.ts';
import { NamedCode } from '#web/registers/list/NamedCode.tsx';
import { RegisterList, type ListContext } from '#web/registers/list/RegisterList.tsx';
import type { RowOf } from '#web/registers/list/columns.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';

const TEXTS = {
  title: 'Elimina accise',
  text: 'ATTENZIONE, sei sicuro di voler eliminare le accise selezionate?',
  done: 'Accisa eliminata con successo',
};

/** Shows the list ACCISE. People who may delete all records can delete several at once. */
export default function AcciseList() {
  const identity = useIdentity();
  const snackbar = useSnackbar();
  const deleteMany = useDeleteMany(accise);
  const { removeMany: mayDeleteMany } = listButtons(identity, accise);
  const remove = async ({ selected }: ListContext) => {
    if (selected.count === 0) return snackbar.error("Selezionare un'accisa");
    if (await deleteMany(await selected.keys(), TEXTS)) selected.clear();
  };
  return (
    <RegisterList
      def={accise}
      card={(row) => <AccisaCard row={row} />}
      actions={(list) => [
        { label: 'DICHIARAZIONE', icon: FileText, look: 'secondary', href: acciseChronicle.route },
        ...(mayDeleteMany ? [{ label: 'ELIMINA', icon: Trash2, look: 'secondary' as const, onClick: () => void remove(list) }] : []),
      ]}
      selectionActions={(list) =>
        mayDeleteMany ? (
          <SelectionAction icon={Trash2} onClick={() => void remove(list)}>
            ELIMINA
          </SelectionAction>
        ) : null
      }
    />
  );
}

/** Card of a record on a phone: machine and hours first, then date, site and author. */
function AccisaCard({ row }: { row: RowOf<typeof accise> }) {
  const ore = typeof row.ore === 'number' ? `${formatNumber(row.ore)} ore` : '';
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="num truncate text-touch font-semibold">{row.matricola ?? 'Senza matricola'}</span>
        <span className="num flex-none text-read text-ink-2">{ore}</span>
      </span>
      <span className="num block truncate text-read">
        {row.data ?? 'Senza data'}
        {row.cantiere ? (
          <span className="text-ink-3">
            {' '}
            Cantiere <NamedCode field={accise.fields.cantiere} value={row.cantiere} />
          </span>
        ) : null}
      </span>
      <span className="block truncate text-label text-ink-3">{row.utente}</span>
    </>
  );
}
