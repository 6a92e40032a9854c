import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { downloadTable } from '#web/ui/grid/download.ts';
import { PeriodBar } from '#web/ui/period/PeriodBar.tsx';
import { PeriodForm } from '#web/ui/period/PeriodForm.tsx';
import { siteOptions, type AskedRows } from './andamento.api.ts';
import { FigureCards } from './FigureCards.tsx';
import { FigureRows } from './FigureRows.tsx';
import { Missing } from './Missing.tsx';
import { PartTable } from '#web/ui/grid/PartTable.tsx';
import { MACHINES, monthColumns, OPERATORS, workItemColumns } from './site-columns.tsx';
import { siteSheet } from './site-sheet.ts';
import { usePeriod } from '#web/ui/period/use-period.ts';

/** ANDAMENTO of a site: what it earned in a period, and what the figures are made of. */
export function SitePanel({ commessa }: { commessa: string }) {
  const [period, setPeriod] = usePeriod();
  const { data, error, refetch, isPlaceholderData } = useQuery(siteOptions(commessa, period));
  const [opened, setOpened] = useState<{ asked: AskedRows; title: string } | null>(null);
  const open = (title: string, part: Omit<AskedRows, 'commessa' | 'dal' | 'al'>) =>
    setOpened({ title, asked: { commessa, ...period, ...part } });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <PeriodBar period={period} onPeriod={setPeriod} today={todayInRome()} />
        <PeriodForm period={period} onPeriod={setPeriod} />
        <Button
          icon={FileSpreadsheet}
          className="ml-auto max-md:!ml-0 max-md:!h-11 max-md:w-full"
          disabled={!data || isPlaceholderData}
          onClick={() => data && void downloadTable(siteSheet(data, period), 'xlsx')}
        >
          EXCEL
        </Button>
      </div>
      {error ? (
        <div className="panel">
          <ErrorState title="Andamento non caricato" text={messageOf(error)} onRetry={() => void refetch()} />
        </div>
      ) : !data ? (
        <div className="panel p-4">
          <Skeleton />
        </div>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-busy={isPlaceholderData || undefined}>
          <FigureCards site={data} period={period} onOpen={(voce, label) => open(label, { voce })} />
          <Missing mancano={data.mancano} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
            <PartTable
              title="Lavorazioni"
              rows={data.lavorazioni}
              keyOf={(row) => `${row.lavorazione}/${row.wbs}/${row.unita}`}
              empty="Nessuna lavorazione prodotta nel periodo."
              onOpen={(row) =>
                open(row.lavorazione ?? 'Senza lavorazione', {
                  voce: 'produzione',
                  lavorazione: row.lavorazione ?? '',
                  wbs: row.wbs ?? '',
                  unita: row.unita ?? '',
                })
              }
              columns={workItemColumns(data.lavorazioni)}
            />
            <PartTable
              title="Mesi"
              rows={data.mesi.toReversed()}
              keyOf={({ mese }) => mese}
              empty="Nessun mese."
              columns={monthColumns(data)}
            />
            <PartTable
              title="Operatori"
              rows={data.operatori}
              keyOf={(row) => `${row.operatore}/${row.unita}`}
              empty="Nessun operatore nel periodo."
              onOpen={(row) =>
                open(row.operatore ?? 'Senza operatore', { voce: 'produzione', operatore: row.operatore ?? '', unita: row.unita ?? '' })
              }
              columns={OPERATORS}
            />
            <PartTable
              title="Attrezzature"
              rows={data.attrezzature}
              keyOf={(row) => `${row.attrezzatura}/${row.unita}`}
              empty="Nessuna attrezzatura nel periodo."
              onOpen={(row) =>
                open(row.attrezzatura ?? 'Senza attrezzatura', {
                  voce: 'produzione',
                  attrezzatura: row.attrezzatura ?? '',
                  unita: row.unita ?? '',
                })
              }
              columns={MACHINES}
            />
          </div>
        </div>
      )}
      {opened ? <FigureRows {...opened} onClose={() => setOpened(null)} /> : null}
    </div>
  );
}
