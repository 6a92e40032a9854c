import { Calculator, FileSpreadsheet, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { scope } from '#contracts/core/permissions.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { formatEuro } from '#web/lib/format.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useDeleteMany } from '#web/registers/form/use-delete.ts';
import { NamedCode } from '#web/registers/list/NamedCode.tsx';
import { RegisterList, type ListContext } from '#web/registers/list/RegisterList.tsx';
import type { RowOf } from '#web/registers/list/columns.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import { HEADER_COLUMNS } from './columns.tsx';
import { useRecalculate } from './use-recalculate.ts';

// loaded separately, so that the list does not wait for the overview below it and its selectors
const MonthlyOverview = lazy(loadLater(() => import('./MonthlyOverview.tsx')));

const TEXTS = {
  title: 'Elimina produzioni',
  text: 'Sei sicuro di voler cancellare le produzioni selezionate?',
  done: produzionePadre.messages.deleted,
};

/** Shows the list PRODUZIONE with actions on several days, and the overview of the month. */
export default function ProduzioniList() {
  const identity = useIdentity();
  const snackbar = useSnackbar();
  const deleteMany = useDeleteMany(produzionePadre);
  const recalculation = useRecalculate();
  const may = {
    change: scope(identity, produzionePadre.access, 'edit') !== 'none',
    remove: scope(identity, produzionePadre.access, 'delete') !== 'none',
  };
  const remove = async ({ selected }: ListContext) => {
    if (selected.count === 0) return void snackbar.error('Selezionare un produzione');
    if (await deleteMany(await selected.keys(), TEXTS)) selected.clear();
  };
  const recalculate = ({ selected }: ListContext) => recalculation.run(selected.keys);
  return (
    <RegisterList
      def={produzionePadre}
      columns={HEADER_COLUMNS}
      card={(row) => <ProduzioneCard row={row} />}
      ownExcel
      actions={(list) => [
        { label: 'EXCEL', icon: FileSpreadsheet, look: 'secondary', disabled: !list.total, onClick: list.exportAll },
        ...(may.remove ? [{ label: 'ELIMINA', icon: Trash2, look: 'secondary' as const, onClick: () => void remove(list) }] : []),
      ]}
      selectionActions={(list) => (
        <>
          {may.change ? (
            <SelectionAction icon={Calculator} onClick={() => void recalculate(list)}>
              RICALCOLA
            </SelectionAction>
          ) : null}
          {may.remove ? (
            <SelectionAction icon={Trash2} onClick={() => void remove(list)}>
              ELIMINA
            </SelectionAction>
          ) : null}
        </>
      )}
      below={
        <Suspense fallback={null}>
          <MonthlyOverview />
        </Suspense>
      }
    />
  );
}

/** Card of a production day on a phone: day and site, work done, and its value. */
function ProduzioneCard({ row }: { row: RowOf<typeof produzionePadre> }) {
  return (
    <>
      <span className="num flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate text-touch font-semibold">
          {row.data}
          <span className="ml-2 font-normal text-ink-2">
            <NamedCode field={produzionePadre.fields.cantiere} value={row.cantiere ?? null} />
          </span>
        </span>
        <span className="flex-none text-read font-medium">{formatEuro(row.produzione)}</span>
      </span>
      <span className="block truncate text-read">{row.lavorazioni ?? 'Nessuna lavorazione'}</span>
      <span className="block truncate text-label text-ink-3">{[row.wbs, row.operatori].filter(Boolean).join(', ')}</span>
    </>
  );
}
