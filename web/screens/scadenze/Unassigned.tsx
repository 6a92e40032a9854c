import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { assignScopes, type UnassignedRecord as Record } from '#contracts/modules/scadenze/unassigned.ts';
import { BOARD_REGISTERS } from '#contracts/modules/scadenze/board.ts';
import { formatNumber } from '#web/lib/format.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { unassignedOptions } from './scadenze.api.ts';

const AssignDialog = lazy(loadLater(() => import('./AssignDialog.tsx')));

/**
 * Shows the number of records without a responsible person and the dialog to assign them. Nothing is shown without such records or without
 * the right to assign.
 */
export function UnassignedRecords() {
  const may = Object.keys(assignScopes(useIdentity())).length > 0;
  const { data } = useQuery({ ...unassignedOptions, enabled: may });
  const [open, setOpen] = useState(false);
  if (!data || data.totale === 0) return null;
  return (
    <>
      <Note tone="info" className="mb-3 max-md:mt-3 print:hidden">
        <span className="flex items-center justify-between gap-3">
          <span>{countsOf(data.data, data.totale)} senza responsabile</span>
          <Button plain variant="ghost" size="sm" className="-my-1.5 flex-none max-md:-my-3 max-md:-mr-2" onClick={() => setOpen(true)}>
            ASSEGNA
          </Button>
        </span>
      </Note>
      {open ? (
        <Suspense>
          <AssignDialog records={data.data} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Formats counts by kind of record: "12 macchinari, 1 noleggio". */
function countsOf(records: readonly Record[], total: number): string {
  if (records.length < total) return `${formatNumber(total, 0)} record`;
  const counts = [...Map.groupBy(records, ({ soggetto }) => soggetto)].map(([soggetto, group]) => {
    const { one, many } = BOARD_REGISTERS[soggetto].labels;
    return `${formatNumber(group.length, 0)} ${group.length === 1 ? one : many}`;
  });
  return counts.join(', ');
}
