import { useCallback, useState } from 'react';
import { useSearch } from 'wouter';
import { workerName } from '#contracts/modules/personale.ts';
import { personale } from '#contracts/registers/personale.ts';
import { todayInRome } from '#web/lib/format.ts';
import { RegisterList, type ListContext } from '#web/registers/list/RegisterList.tsx';
import { useFolders } from '#web/registers/list/use-folders.tsx';
import type { PageAction } from '#web/ui/page/PageHead.tsx';
import { useAsked } from './asked.ts';
import { columnsOf } from './columns.tsx';
import { COMPATTA, FILTER_NAMES, serverFilters } from './filters.ts';
import { ListSwitches } from './ListSwitches.tsx';
import { PersonaleCard } from './PersonaleCard.tsx';
import { useRenewChosen } from './use-renew-chosen.tsx';
import { rowTone } from './documents.ts';

/** Shows the list PERSONALE: all documents of the workers, or only those out of order; zip and badges of the selected workers. */
export default function PersonaleList() {
  // QR stays visible after a first selection; without a selection a press explains what to do
  const [chosenOnce, setChosenOnce] = useState(false);
  const markChosen = useCallback(() => setChosenOnce(true), []);
  const compact = new URLSearchParams(useSearch()).has(COMPATTA);
  const asked = useAsked();
  const { columns, compact: compactColumns } = columnsOf(asked);
  const { qr, zip, selectionActions } = useFolders(personale, personale.messages.noneChosen ?? '', async (selected) => ({
    all: true,
    personale: (await selected.rows()).map(({ matricola, cognome, nome }) => workerName({ matricola: String(matricola), cognome, nome })),
  }));
  const renew = useRenewChosen();
  const actions = (list: ListContext): PageAction[] => [
    ...(chosenOnce || list.selected.count > 0 ? [qr(list)] : []),
    ...(list.selected.count > 0 ? [zip(list)] : []),
  ];
  return (
    <RegisterList
      def={asked.def}
      columns={compact ? compactColumns : columns}
      {...(compact ? { layout: 'compatta' } : {})}
      filterNames={FILTER_NAMES}
      toFilters={serverFilters}
      filters={(list) => <ListSwitches list={list} onChosen={markChosen} />}
      rowTone={(row) => rowTone(row, todayInRome(), asked)}
      card={(row) => <PersonaleCard row={row} missing={compact} asked={asked} />}
      actions={actions}
      selectionActions={(list) => (
        <>
          {selectionActions(list)}
          {renew.action(list)}
        </>
      )}
      below={renew.dialog}
    />
  );
}
