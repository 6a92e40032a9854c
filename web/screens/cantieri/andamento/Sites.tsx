import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { AndamentoSintesi } from '#contracts/modules/andamento/answer.ts';
import type { Raw } from '#contracts/export/cells.ts';
import { sum } from '#contracts/core/decimals.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { formatEuro, todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { ForbiddenState } from '#web/ui/feedback/states.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PeriodBar } from '#web/ui/period/PeriodBar.tsx';
import { PeriodForm } from '#web/ui/period/PeriodForm.tsx';
import { difference } from '#web/ui/period/difference.ts';
import type { Period } from '#web/ui/period/period-steps.ts';
import { QueryResult } from './QueryResult.tsx';
import { sitesOptions } from './andamento.api.ts';
import { Elsewhere, Missing } from './Missing.tsx';
import { isSeen, marginShare, missingInWords, ownInWords, seesMargin } from './missing-figures.ts';
import { Euro, Unknown } from './site-columns.tsx';
import { Spark } from './Spark.tsx';
import { PartTable, type PartColumn } from '#web/ui/grid/PartTable.tsx';
import { usePeriod } from '#web/ui/period/use-period.ts';
import { seesMargins } from './sees-margins.ts';
import { useSheet } from './use-sheet.ts';

const TITLE = 'ANDAMENTO DEI CANTIERI';

/** Lists each site's result in a period; sites without any figure are left out. */
export default function Sites() {
  const who = useIdentity();
  if (seesMargins(who)) return <List />;
  return (
    <Page>
      <PageHead title={TITLE} />
      <div className="panel">
        <ForbiddenState area="l’andamento dei cantieri" />
      </div>
    </Page>
  );
}

const lively = ({ produzione, costi = 0, noleggi = 0, manodopera = 0, mancano }: AndamentoSintesi): boolean =>
  [produzione, costi, noleggi, manodopera].some((value) => value !== 0) || [mancano.noleggi, mancano.inizi].some((one) => one?.length);

/** Sorts sites by margin, best first; sites without a margin by production. */
const byMargin = (rows: readonly AndamentoSintesi[]) =>
  rows.filter(lively).toSorted((a, b) => (b.margine ?? b.produzione) - (a.margine ?? a.produzione) || b.produzione - a.produzione);

function List() {
  const [period, setPeriod] = usePeriod();
  const query = useQuery(sitesOptions(period));
  const { data, isPlaceholderData } = query;
  const sheet = useSheet();
  const rows = useMemo(() => byMargin(data?.data ?? []), [data]);
  const columns = useMemo(() => columnsOf(rows, period), [rows, period]);
  return (
    <Page>
      <PageHead
        title={TITLE}
        actions={[
          {
            label: 'EXCEL',
            icon: FileSpreadsheet,
            look: 'secondary',
            disabled: rows.length === 0 || isPlaceholderData,
            loading: sheet.writing,
            onClick: () =>
              void sheet.write(
                sheetOf(rows, period),
                rows.map(({ commessa }) => commessa),
              ),
          },
        ]}
      />
      <PageBody className="!pt-0">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <PeriodBar period={period} onPeriod={setPeriod} today={todayInRome()} />
            <PeriodForm period={period} onPeriod={setPeriod} />
          </div>
          <QueryResult query={query}>
            {({ senza_cantiere }) => (
              <>
                <Missing mancano={{ ...rows[0]?.mancano, noleggi: [], inizi: [] }} />
                {rows[0]?.solo_tue.length ? <Note>{ownInWords(rows[0].solo_tue)}</Note> : null}
                {senza_cantiere ? <Elsewhere {...senza_cantiere} /> : null}
                <PartTable
                  title="Cantieri"
                  first={200}
                  rows={rows}
                  keyOf={({ commessa }) => commessa}
                  empty="Nessun cantiere ha produzione o costi nel periodo."
                  columns={columns}
                />
              </>
            )}
          </QueryResult>
        </div>
      </PageBody>
    </Page>
  );
}

const hrefOf = (commessa: string, { dal, al }: Period): string => `${detailHref(cantieri, commessa)}&scheda=andamento&dal=${dal}&al=${al}`;

const FIGURES = [
  ['Costi', 'costi'],
  ['Noleggi', 'noleggi'],
  ['Manodopera', 'manodopera'],
] as const;

/** Sums a figure of all sites; "non si sa" if one of them lacks the figure. */
const total = (rows: readonly AndamentoSintesi[], voce: 'produzione' | 'costi' | 'noleggi' | 'manodopera' | 'margine'): string =>
  rows.some((row) => row[voce] === undefined)
    ? 'non si sa'
    : formatEuro(
        sum(
          rows.map((row) => row[voce]),
          2,
        ),
      );

/** Returns the columns of the figures that the person sees. */
function columnsOf(rows: readonly AndamentoSintesi[], period: Period): PartColumn<AndamentoSintesi>[] {
  const [first] = rows;
  return [
    {
      label: 'Cantiere',
      total: 'Totale',
      value: ({ commessa, committente }) => (
        <Link href={hrefOf(commessa, period)} className="hover:underline">
          <span className="font-semibold text-accent-ink">{commessa}</span> <span className="text-ink-3">{committente}</span>
        </Link>
      ),
    },
    { label: 'Produzione', right: true, total: total(rows, 'produzione'), value: (row) => formatEuro(row.produzione) },
    {
      label: '12 mesi',
      wide: true,
      value: ({ commessa, ultimi_mesi }) => <Spark values={ultimi_mesi} label={`Produzione di ${commessa}, ultimi dodici mesi`} />,
    },
    ...FIGURES.flatMap(([label, voce]): PartColumn<AndamentoSintesi>[] =>
      !first || !isSeen(first, voce)
        ? []
        : [{ label, right: true, wide: true, total: total(rows, voce), value: (row) => <Euro value={row[voce]} /> }],
    ),
    ...(!first || !seesMargin(first)
      ? []
      : [
          {
            label: 'Margine',
            right: true,
            total: total(rows, 'margine'),
            value: (row: AndamentoSintesi) => (
              <span className={(row.margine ?? 0) < 0 ? 'font-semibold text-danger-ink' : 'font-semibold'}>
                <Euro value={row.margine} />
              </span>
            ),
          },
          {
            label: '%',
            right: true,
            wide: true,
            value: (row: AndamentoSintesi) => marginShare(row) ?? (row.produzione > 0 ? <Unknown /> : <span className="none">–</span>),
          },
        ]),
    {
      label: 'Prima',
      right: true,
      wide: true,
      value: ({ produzione, precedente }) => difference(produzione, precedente.produzione) ?? <span className="none">–</span>,
    },
    {
      label: 'Budget',
      right: true,
      wide: true,
      value: ({ budget }) =>
        budget.importo === null || budget.consumato === undefined ? (
          <span className="none">–</span>
        ) : (
          formatEuro(sum([budget.importo, -budget.consumato], 2))
        ),
    },
    // missing months are not listed per row: they are the same for all sites, and the note above names them
    ...(rows.some(({ mancano }) => mancano.noleggi?.length || mancano.inizi?.length)
      ? [
          {
            label: 'Manca',
            wide: true,
            value: ({ mancano: { noleggi = [], inizi = [] } }: AndamentoSintesi) => (
              <span className="text-label text-warn-ink">{missingInWords({ noleggi, inizi }).join('; ')}</span>
            ),
          },
        ]
      : []),
  ];
}

const SHEET = [
  ['Produzione', (row: AndamentoSintesi) => row.produzione],
  ['Costi', (row: AndamentoSintesi) => row.costi],
  ['Noleggi', (row: AndamentoSintesi) => row.noleggi],
  ['Manodopera', (row: AndamentoSintesi) => row.manodopera],
  ['Margine', (row: AndamentoSintesi) => row.margine],
  ['Produzione prima', (row: AndamentoSintesi) => row.precedente.produzione],
  ['Margine prima', (row: AndamentoSintesi) => row.precedente.margine],
  ['Budget', (row: AndamentoSintesi) => row.budget.importo],
  ['Budget consumato', (row: AndamentoSintesi) => row.budget.consumato],
] as const;

const sheetOf = (rows: readonly AndamentoSintesi[], { dal, al }: Period) => ({
  name: `Andamento cantieri ${dal} ${al}`,
  columns: [
    { label: 'Commessa', type: 'testo' as const },
    { label: 'Committente', type: 'testo' as const },
    ...SHEET.map(([label]) => ({ label, type: 'euro' as const })),
    { label: 'Manca', type: 'testo' as const },
  ],
  rows: rows.map((row): Raw[] => [
    row.commessa,
    row.committente,
    ...SHEET.map(([, value]) => value(row) ?? null),
    missingInWords(row.mancano).join('; '),
  ]),
});
