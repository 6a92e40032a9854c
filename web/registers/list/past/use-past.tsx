import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { todayInRome } from '#web/lib/format.ts';
import { loadedPart } from '#web/lib/use-loaded.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';
import { listOptions, type ListQuery } from '../../register.api.ts';
import type { Row } from '../../row.ts';
import { comparisonOptions } from './comparison.api.ts';
import type { ComparisonProps, MomentDialogProps, PastRowDialogProps } from './dialog-props.ts';
import { PastBand } from './PastBand.tsx';

const MomentDialog = loadedPart<MomentDialogProps>(() => import('./MomentDialog.tsx'));
const RowDialog = loadedPart<PastRowDialogProps>(() => import('./PastRowDialog.tsx'));
const Comparison = loadedPart<ComparisonProps>(() => import('./Comparison.tsx'), <div className="panel min-h-[320px]" aria-busy />);

interface PastOptions {
  def: AnyRegister;
  state: ListState;
  change(change: Partial<ListState>): void;
  query: ListQuery;
  /** Search box of the comparison. */
  search: ReactNode;
}

export interface Past {
  /** Asks for the moment at which the list is shown. */
  onSeeAt(): void;
  /** Band that tells the moment; nothing over today's list. */
  band: ReactNode;
  /** The comparison of two moments, shown in place of the list; `null` while there is none. */
  comparison: ReactNode;
  /** Shows a record as it was; absent in today's list, whose rows are links. */
  onOpen: ((row: Row) => void) | undefined;
  /** The open dialog. */
  dialog: ReactNode;
}

const TODAY: Partial<ListState> = { al: undefined, compared: undefined };

/** Shows a list as it stood at a moment. The address holds the moment, so that the list can be sent. */
export function usePast({ def, state, change, query, search }: PastOptions): Past {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'al' | 'confronto' | null>(null);
  const [openRow, setOpenRow] = useState<Row | null>(null);
  const { al, compared } = state;
  const close = () => setAsking(null);
  const firstPage = { pagina: 1, righe: state.righe };
  const dialog = (
    <>
      {asking === 'al' ? (
        <MomentDialog
          title="Vedi al…"
          confirmLabel="VEDI"
          moments={[{ name: 'al', label: 'Giorno', value: al ?? '' }]}
          check={([at]) => client.fetchQuery(listOptions(def, { ...query, ...firstPage, al: at }))}
          onChosen={([at]) => {
            close();
            change({ al: at, compared: undefined });
          }}
          onClose={close}
        />
      ) : null}
      {asking === 'confronto' ? (
        <MomentDialog
          title="Confronta"
          confirmLabel="CONFRONTA"
          moments={[
            { name: 'da', label: 'Dal giorno', value: al ?? '' },
            { name: 'a', label: 'Al giorno', value: compared ?? todayInRome() },
          ]}
          check={([da = '', a = '']) => client.fetchQuery(comparisonOptions(def, { da, a, ...firstPage, cerca: state.cerca }))}
          onChosen={([da, a]) => {
            close();
            change({ al: da, compared: a });
          }}
          onClose={close}
        />
      ) : null}
      {openRow && al !== undefined ? <RowDialog def={def} row={openRow} al={al} onClose={() => setOpenRow(null)} /> : null}
    </>
  );
  return {
    onSeeAt: () => setAsking('al'),
    onOpen: al === undefined ? undefined : setOpenRow,
    dialog,
    band:
      al === undefined ? null : (
        <PastBand
          al={al}
          compared={compared}
          onMoment={() => setAsking('al')}
          onCompare={() => setAsking('confronto')}
          onList={() => change({ compared: undefined })}
          onToday={() => change(TODAY)}
        />
      ),
    comparison:
      al === undefined || compared === undefined ? null : (
        <Comparison
          def={def}
          da={al}
          a={compared}
          cerca={state.cerca}
          page={state.pagina}
          pageSize={state.righe}
          search={search}
          onPage={(page) => change({ pagina: page })}
        />
      ),
  };
}
