import clsx from 'clsx';
import type { Andamento, FIGURES, Figures } from '#contracts/modules/andamento/answer.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { changeInWords } from '#web/ui/period/difference.ts';
import { previousInWords, type Period } from '#web/ui/period/period-steps.ts';

type Figure = (typeof FIGURES)[number];

const CARDS: readonly { voce: Figure; label: string }[] = [
  { voce: 'produzione', label: 'Produzione' },
  { voce: 'costi', label: 'Costi' },
  { voce: 'noleggi', label: 'Noleggi' },
  { voce: 'manodopera', label: 'Manodopera' },
];

interface FigureCardsProps {
  site: Andamento;
  period: Period;
  /** Opens the rows of a figure. */
  onOpen(voce: Figure, label: string): void;
}

/** The figures of the period, each against the period before; each opens to its rows. What is not seen has no card. */
export function FigureCards({ site, period, onOpen }: FigureCardsProps) {
  const { precedente, in_tutto, margine, budget, mancano } = site;
  const lacking: Partial<Record<Figure, readonly string[] | undefined>> = { noleggi: mancano.noleggi, manodopera: mancano.manodopera };
  // nothing is known of it: that is not 0
  const unknown = (voce: Figure) => site[voce] === 0 && (lacking[voce]?.length ?? 0) > 0;
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-3 wide:grid-cols-6">
      {CARDS.flatMap(({ voce, label }) =>
        site[voce] === undefined
          ? []
          : [
              <button
                key={voce}
                type="button"
                className="panel flex min-h-[112px] flex-col justify-center px-4 py-3 text-left hover:border-line-strong max-md:px-3"
                onClick={() => onOpen(voce, label)}
              >
                <Body
                  label={label}
                  value={site[voce]}
                  unknown={unknown(voce)}
                  ever={in_tutto[voce]}
                  before={precedente[voce]}
                  period={period}
                />
              </button>,
            ],
      )}
      {margine === undefined ? null : (
        <section className="panel flex min-h-[112px] flex-col justify-center px-4 py-3 max-md:px-3" aria-label="Margine">
          <Body label={share(site)} value={margine} ever={in_tutto.margine} before={precedente.margine} period={period} signed />
        </section>
      )}
      {budget.importo === null ? null : (
        <section className="panel flex min-h-[112px] flex-col justify-center px-4 py-3 max-md:px-3" aria-label="Resta del budget">
          <h2 className="group-title">Resta del budget</h2>
          <p className={clsx('num mt-0.5 text-title font-semibold', budget.consumato > budget.importo && 'text-danger-ink')}>
            {formatEuro(budget.importo - budget.consumato)}
          </p>
          <p className="num text-label text-ink-3">di {formatEuro(budget.importo)}, a oggi</p>
        </section>
      )}
    </div>
  );
}

/** "Margine", with its part of the production. */
const share = ({ produzione, margine }: Figures): string =>
  margine === undefined || produzione <= 0 ? 'Margine' : `Margine, ${formatNumber((margine / produzione) * 100, 1)} %`;

interface BodyProps {
  label: string;
  value: number | undefined;
  ever: number | undefined;
  before: number | undefined;
  period: Period;
  signed?: boolean;
  unknown?: boolean;
}

function Body({ label, value = 0, ever, before, period, signed = false, unknown = false }: BodyProps) {
  return (
    <>
      <h2 className="group-title">{label}</h2>
      <p className={clsx('num mt-0.5 whitespace-nowrap text-title font-semibold', signed && value < 0 && 'text-danger-ink')}>
        {unknown ? <span className="text-ink-3">non si sa</span> : formatEuro(value)}
      </p>
      <p className="num text-label text-ink-2">
        {unknown ? 'vedi ciò che manca' : changeInWords(value, before ?? 0, previousInWords(period))}
      </p>
      {ever === undefined ? null : <p className="num text-label text-ink-3">in tutto {formatEuro(ever)}</p>}
    </>
  );
}
