import { FileSpreadsheet, NotebookText, NotebookPen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { useWholeGrid, type WholeColumns } from '#web/registers/list/filters/whole-list.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { downloadTable } from '#web/ui/grid/download.ts';
import type { Dashboard, Earlier } from './analisi.api.ts';
import type { HeldFilter } from './empty-panel.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { dailyTable } from './daily-table.ts';
import { byWorkItem, onceOf } from './FiguresTable.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import { siteOptions, wbsOptions, workItemOptions } from './filter-options.ts';
import { dailyCharts, dateCharts, ghostChart, notesOf, type NoteRow } from './model.ts';
import type { DashboardAddress } from './use-dashboard.ts';
import { useIdentity } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';

/** Rows per page, so that the grid is as high as a chart's panel. */
const PAGE = 9;
const COLUMNS: readonly GridColumn<NoteRow>[] = [
  { id: 'data', label: 'Data', type: 'date', width: 110, sortable: false },
  { id: 'lavorazione', label: 'Lavorazioni', type: 'key', width: 220, sortable: false },
  { id: 'note', label: 'Note', sortable: false },
];

const FILTERED: WholeColumns<NoteRow> = {
  data: { label: 'Data', kind: 'date', value: ({ data }) => data },
  lavorazione: { label: 'Lavorazioni', kind: 'choices', value: ({ lavorazione }) => lavorazione || null },
  note: { label: 'Note', kind: 'text', value: ({ note }) => note },
};

/** Grid of the notes on the lines of the shown days. */
function NotesGrid({ notes }: { notes: readonly NoteRow[] }) {
  const { memberID } = useIdentity();
  const [state, setState] = useState({ pagina: 1, conditions: '' });
  const list = { state, change: (changes: Partial<typeof state>) => setState((now) => ({ ...now, ...changes })) };
  const grid = useWholeGrid(list, notes, { columns: FILTERED, pageSize: PAGE });
  return (
    <div role="region" aria-label="Note dei giorni">
      <DataGrid<NoteRow>
        compact
        height={null}
        label="Note"
        storageKey={`home.note.${memberID}`}
        columns={COLUMNS}
        {...grid}
        sort="-data"
        rowKey={({ id }) => id}
        rowLabel={({ data, lavorazione }) => `${data} ${lavorazione}`}
        empty={<EmptyState icon={NotebookPen} title="Nessuna nota" text="Nel periodo e con questi filtri nessuna riga ha una nota." />}
      />
    </div>
  );
}

const LABELS = { lav: 'Lavorazioni', can: 'Cantieri', wbs: 'Wbs' } as const;

interface DailySectionProps {
  data: Dashboard | undefined;
  earlier: Earlier | undefined;
  /** Name of the period of `earlier`. */
  before: string;
  address: DashboardAddress;
  /** The site that the whole home is narrowed to, if it is. */
  heldSites: readonly HeldFilter[];
  busy: boolean;
}

/** Shows GIORNALIERO: production by day, with notes and the table exported to Excel. */
export function DailySection({ data, earlier, before, address, heldSites, busy }: DailySectionProps) {
  const snackbar = useSnackbar();
  const [notes, setNotes] = useState(false);
  const filters = address.filters('');
  const charts = useMemo(() => data && dailyCharts(data.perDay, data.legend, address.filters(''), address.period), [data, address]);
  const ghost = useMemo(
    () => charts && earlier && ghostChart(earlier, address.filters(''), address.period, charts[0]),
    [charts, earlier, address],
  );
  // by date even if a bar stands for a week or month, like the sheet
  const figures = useMemo(
    () => data && onceOf(() => byWorkItem(dateCharts(data.perDay, data.legend, address.filters('')))),
    [data, address],
  );
  const options = useMemo(
    () => data && { lav: workItemOptions(data.legend), can: siteOptions(data.perSite), wbs: wbsOptions(data.perDay) },
    [data],
  );
  const filterProps = (name: 'lav' | 'can' | 'wbs') => ({
    chosen: filters[name] ?? [],
    onChosen: (values: string[]) => address.setFilter('', name, values),
  });
  const download = () => {
    if (figures)
      downloadTable(dailyTable(figures()), 'xlsx', 'Note').catch((error: unknown) =>
        snackbar.error('Esportazione non riuscita', { detail: messageOf(error) }),
      );
  };
  return (
    <ChartPanel
      title="GIORNALIERO"
      chart={charts?.[0]}
      figures={figures}
      ghost={ghost && { chart: ghost, name: before }}
      daily
      head="Lavorazione"
      busy={busy}
      barFilters={
        options
          ? {
              filters: [
                ...heldSites,
                ...(['lav', 'can', 'wbs'] as const).map((name) => ({
                  label: LABELS[name],
                  options: options[name],
                  chosen: filters[name] ?? [],
                })),
              ],
              takeOff: () => address.clearFilters(''),
            }
          : undefined
      }
      instead={notes && data ? <NotesGrid notes={notesOf(data.perDay, filters)} /> : undefined}
      filters={
        options
          ? (table) => (
              <>
                <FilterMenu
                  label={LABELS.lav}
                  all={charts?.[0].unit && !table ? `in ${charts[0].unit}` : 'tutte'}
                  options={options.lav}
                  {...filterProps('lav')}
                />
                <FilterMenu label={LABELS.can} all="tutti" options={options.can} {...filterProps('can')} />
                <FilterMenu label={LABELS.wbs} all="tutte" options={options.wbs} {...filterProps('wbs')} />
              </>
            )
          : undefined
      }
      before={
        <Button size="sm" icon={NotebookText} className="max-md:!h-11" aria-pressed={notes} onClick={() => setNotes(!notes)}>
          NOTE
        </Button>
      }
      after={
        <Button size="sm" icon={FileSpreadsheet} className="max-md:!h-11" disabled={!figures} onClick={download}>
          EXCEL
        </Button>
      }
    />
  );
}
