import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { todayInRome } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { PeriodBar } from '#web/ui/period/PeriodBar.tsx';
import { PeriodForm } from '#web/ui/period/PeriodForm.tsx';
import { QueryResult } from './QueryResult.tsx';
import { siteOptions, type RowsRequest } from './andamento.api.ts';
import { Curve } from './Curve.tsx';
import { FigureCards } from './FigureCards.tsx';
import { FigureRows } from './FigureRows.tsx';
import { Missing } from './Missing.tsx';
import { seesMargin } from './missing-figures.ts';
import { PartTable } from '#web/ui/grid/PartTable.tsx';
import { MACHINES, monthColumns, OPERATORS, workItemColumns } from './site-columns.tsx';
import { siteSheet } from './site-sheet.ts';
import type { Period } from '#web/ui/period/period-steps.ts';
import { usePeriod } from '#web/ui/period/use-period.ts';
import { useSheet } from './use-sheet.ts';

const productionOf = ({ produzione }: { produzione: number }): number => produzione;

/** Shows ANDAMENTO of a site: its results in a period and the parts of each figure. */
export function SitePanel({ commessa }: { commessa: string }) {
  const [period, setPeriod] = usePeriod();
  const query = useQuery(siteOptions(commessa, period));
  const { data, isPlaceholderData } = query;
  const sheet = useSheet();
  const [openRows, setOpenRows] = useState<{ request: RowsRequest; title: string } | null>(null);
  const open = (title: string, part: Omit<RowsRequest, 'commessa' | 'dal' | 'al'> & Partial<Period>) =>
    setOpenRows({ title, request: { commessa, ...period, ...part } });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <PeriodBar period={period} onPeriod={setPeriod} today={todayInRome()} />
        <PeriodForm period={period} onPeriod={setPeriod} />
        <Button
          icon={FileSpreadsheet}
          className="ml-auto max-md:!ml-0 max-md:!h-11 max-md:w-full"
          disabled={!data || isPlaceholderData}
          loading={sheet.writing}
          onClick={() => data && void sheet.write(siteSheet(data, period), [commessa])}
        >
          EXCEL
        </Button>
      </div>
      <QueryResult query={query}>
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-busy={isPlaceholderData || undefined}>
            <FigureCards site={data} period={period} onOpen={(voce, label) => open(label, { voce })} />
            <Missing mancano={data.mancano} ever={data.in_tutto.mancano} />
            <Curve site={data} onOpen={open} />
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
                size={productionOf}
              />
              <PartTable
                title="Mesi"
                rows={data.mesi.toReversed()}
                keyOf={({ mese }) => mese}
                empty="Nessun mese."
                columns={monthColumns({ costi: data.costi !== undefined, margine: seesMargin(data) })}
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
                size={productionOf}
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
                size={productionOf}
              />
            </div>
          </div>
        )}
      </QueryResult>
      {openRows ? <FigureRows {...openRows} onClose={() => setOpenRows(null)} /> : null}
    </div>
  );
}
