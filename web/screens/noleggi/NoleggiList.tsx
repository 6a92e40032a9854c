import { FolderArchive } from 'lucide-react';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { useNarrow } from '#web/lib/use-media.ts';
import { useIdentity } from '#web/lib/session.ts';
import { FilterSwitches, type FilterSwitch } from '#web/registers/list/FilterSwitches.tsx';
import { RegisterList, type ListContext } from '#web/registers/list/RegisterList.tsx';
import { useAttachmentsExport } from '#web/registers/list/use-attachments-export.ts';
import { Dot, type DotState } from '#web/ui/feedback/Dot.tsx';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import { useTodayInList } from '#web/modules/scadenze/kinds.ts';
import { columnsOf } from './columns.tsx';
import { FILTER_NAMES, serverFilters } from './filters.ts';
import { countExpired } from './noleggi.ts';
import { NoleggioCard } from './NoleggioCard.tsx';
import { mayAdd } from './noleggio-permissions.ts';
import { dayOf } from '#web/registers/row.ts';

const STATES: readonly (readonly [DotState, string])[] = [
  ['ok', 'presente'],
  ['warn', 'entro 30 giorni'],
  ['danger', 'scaduto'],
  ['absent', 'assente'],
];

const SWITCHES: readonly FilterSwitch[] = [
  { name: 'scaduti', label: 'SCADUTI', count: { scaduti: true } },
  { name: 'in_scadenza', label: 'IN SCADENZA', count: { in_scadenza: true }, tone: 'warn' },
];

/** Shows the list NOLEGGI with the state of the documents, and the zip of the selected rentals. */
export default function NoleggiList() {
  const identity = useIdentity();
  const def = useTodayInList(noleggi);
  const { exportFiles } = useAttachmentsExport();
  const zip = async (list: ListContext<typeof noleggi>) => {
    const rows = await list.selected.rows();
    await exportFiles({ all: true, macchina: rows.map((row) => String(row.matricola)) });
  };
  return (
    <RegisterList
      def={def}
      columns={columnsOf(def)}
      buttons={{ add: mayAdd(identity) }}
      rowTone={(row) => ({ hot: countExpired(row, dayOf(row), def) > 0 })}
      filterNames={FILTER_NAMES}
      serverFilters={serverFilters}
      switches={(list) => (
        <>
          <FilterSwitches def={def} list={list} switches={SWITCHES} />
          <Legend />
        </>
      )}
      card={(row) => <NoleggioCard row={row} def={def} />}
      selectionActions={(list) => (
        <SelectionAction icon={FolderArchive} onClick={() => void zip(list)}>
          ESPORTA
        </SelectionAction>
      )}
    />
  );
}

/** Explains the coloured dots; not shown on narrow screens, where cards use words. */
function Legend() {
  if (useNarrow()) return null;
  return (
    <ul className="ml-2 flex gap-4 text-label text-ink-3" aria-label="Legenda">
      {STATES.map(([state, word]) => (
        <li key={state} className="flex items-center gap-1.5">
          <Dot state={state} label="" />
          {word}
        </li>
      ))}
    </ul>
  );
}
