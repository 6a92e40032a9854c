import { macchinari } from '#contracts/registers/macchinari.ts';
import { FilterSwitches, type FilterSwitch } from '#web/registers/list/FilterSwitches.tsx';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';
import { useFolders } from '#web/registers/list/use-folders.tsx';
import { useTodayInList } from '#web/modules/scadenze/kinds.ts';
import { columnsOf } from './columns.tsx';
import { serverFilters, FILTER_NAMES, IN_SCADENZA, MANUTENZIONE, SCADUTI, VENDUTI } from './filters.ts';
import { MacchinaCard } from './MacchinaCard.tsx';
import { rowTone } from './scadenze.ts';
import { dayOf } from '#web/registers/row.ts';

const SWITCHES: readonly FilterSwitch[] = [
  { name: VENDUTI, label: 'VENDUTI/DISMESSI' },
  { name: SCADUTI, label: 'SCADUTI', count: serverFilters({ [SCADUTI]: '1' }) },
  { name: IN_SCADENZA, label: 'IN SCADENZA', count: serverFilters({ [IN_SCADENZA]: '1' }), tone: 'warn' },
  { name: MANUTENZIONE, label: 'IN MANUTENZIONE', count: serverFilters({ [MANUTENZIONE]: '1' }), tone: 'due' },
];

/** Shows the list MACCHINARI with deadlines and maintenance, and zip and labels for the selected machines. */
export default function MacchinariList() {
  const def = useTodayInList(macchinari);
  const { qr, zip, selectionActions } = useFolders(macchinari, 'Selezionare un macchinario', async (selected) => ({
    all: true,
    macchina: await selected.keys(),
  }));
  return (
    <RegisterList
      def={def}
      columns={columnsOf(def)}
      filterNames={FILTER_NAMES}
      serverFilters={serverFilters}
      switches={(list) => <FilterSwitches def={def} list={list} switches={SWITCHES} />}
      rowTone={(row) => rowTone(row, dayOf(row), def)}
      card={(row) => <MacchinaCard row={row} def={def} />}
      actions={(list) => [qr(list), zip(list)]}
      selectionActions={selectionActions}
    />
  );
}
