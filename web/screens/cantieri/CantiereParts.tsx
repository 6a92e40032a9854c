import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { useIdentity } from '#web/lib/session.ts';
import { canView, childButtons } from '#web/registers/buttons.ts';
import { ChildGrid } from '#web/registers/form/ChildGrid.tsx';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { useRelatedGrid } from '#web/registers/list/use-related-grid.ts';
import { allOptions } from '#web/registers/register.api.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { lavorazioniColumns, wbsColumns } from './columns.tsx';
import { LavorazioneDialog, WbsDialog } from './dialogs.tsx';

/** Milliseconds after a change until the lists are read a second time (part 2, section 9). */
const RELOAD_AFTER = 1000;

/** Lists the wbs and the work items of an existing site. */
export function CantiereParts() {
  const { id, row } = useOpenRecord();
  const identity = useIdentity();
  const snackbar = useSnackbar();
  const commessa = id ?? '';
  const rights = childButtons(identity, cantieriWbs, row?.utente ?? null);
  const { data: workItems } = useQuery({ ...allOptions(lavorazioni), enabled: canView(identity, lavorazioni) });
  const columns = useMemo(() => ({ wbs: wbsColumns(), lavorazioni: lavorazioniColumns(workItems) }), [workItems]);
  const filtri = useMemo(() => ({ commessa }), [commessa]);
  // the same query as the list below, so that the count agrees with the visible wbs
  const { total: wbsCount } = useRelatedGrid(cantieriWbs, filtri, cantieriWbs.list.pageSize);
  const common = { filtri, rights, reloadAfter: RELOAD_AFTER, onRefused: (sentence: string) => void snackbar.error(sentence) };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <ChildGrid
        {...common}
        def={cantieriWbs}
        title="WBS"
        columns={columns.wbs}
        emptyText="Le parti dell’opera, prima delle lavorazioni."
        onAdd={(total) => (total >= cantieriWbs.limit!.max ? cantieriWbs.limit!.message : null)}
        dialog={(child, close) => <WbsDialog commessa={commessa} row={child} rights={rights} onClose={close} reloadAfter={RELOAD_AFTER} />}
      />
      <ChildGrid
        {...common}
        def={cantieriLavorazioni}
        title="LAVORAZIONI"
        columns={columns.lavorazioni}
        emptyText="Le lavorazioni del cantiere con il loro prezzo."
        onAdd={(total) =>
          wbsCount === 0 ? 'Crea una Wbs' : total >= cantieriLavorazioni.limit!.max ? cantieriLavorazioni.limit!.message : null
        }
        dialog={(child, close) => (
          <LavorazioneDialog commessa={commessa} row={child} rights={rights} onClose={close} reloadAfter={RELOAD_AFTER} />
        )}
      />
    </div>
  );
}
