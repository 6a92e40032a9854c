import clsx from 'clsx';
import type { Andamento, FIGURES } from '#contracts/modules/andamento/answer.ts';
import { formatEuro, todayInRome } from '#web/lib/format.ts';
import { changeInWords } from '#web/ui/period/difference.ts';
import { comparedWith, type Period } from '#web/ui/period/period-steps.ts';
import { isSeen, marginShare, missingInWords, seesMargin } from './missing-figures.ts';

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

/**
 * Shows the figures of the period, each compared with the period before; a press opens the rows of a figure. Figures that the person may
 * not see have no card.
 */
export function FigureCards({ site, period, onOpen }: FigureCardsProps) {
  const { precedente, in_tutto, budget, solo_tue } = site;
  const before = comparedWith(period, todayInRome()).words;
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fit,minmax(196px,1fr))] [&>*:last-child:nth-child(odd)]:max-md:col-span-2">
      {CARDS.flatMap(({ voce, label }) =>
        !isSeen(site, voce)
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
                  part={solo_tue.some((own) => own === voce) ? ONLY_YOURS[voce] : undefined}
                  value={site[voce]}
                  ever={{ value: in_tutto[voce], lacks: false }}
                  before={precedente[voce]}
                  previous={before}
                />
              </button>,
            ],
      )}
      {!seesMargin(site) ? null : (
        <section className="panel flex min-h-[112px] flex-col justify-center px-4 py-3 max-md:px-3" aria-label="Margine">
          <Body
            label={titleOf(site)}
            value={site.margine}
            ever={{ value: in_tutto.margine, lacks: missingInWords(in_tutto.mancano).length > 0 }}
            before={precedente.margine}
            previous={before}
            signed
          />
        </section>
      )}
      {budget.importo === null || budget.consumato === undefined ? null : (
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

/** Returns the title of the margin, with its share of the production if all data are known. */
const titleOf = (site: Andamento): string => ['Margine', marginShare(site)].filter(Boolean).join(', ');

const ONLY_YOURS: Partial<Record<Figure, string>> = {
  produzione: 'solo le tue giornate',
  costi: 'solo i tuoi costi',
  noleggi: 'solo i tuoi noleggi',
};

interface BodyProps {
  label: string;
  /** Note that only the person's own records are counted. */
  part?: string | undefined;
  /** Value in the period; `undefined` if unknown. */
  value: number | undefined;
  /** Value over the whole life of the site; `lacks`: some of its data are missing. */
  ever: { value: number | undefined; lacks: boolean };
  before: number | undefined;
  previous: string;
  signed?: boolean;
}

function Body({ label, part, value, ever, before, previous, signed = false }: BodyProps) {
  return (
    <>
      <h2 className="group-title">{label}</h2>
      {part ? <p className="text-label text-ink-3">{part}</p> : null}
      <p className={clsx('num mt-0.5 whitespace-nowrap text-title font-semibold', signed && (value ?? 0) < 0 && 'text-danger-ink')}>
        {value === undefined ? <span className="text-ink-3">non si sa</span> : formatEuro(value)}
      </p>
      <p className="num text-label text-ink-2">{value === undefined ? 'vedi ciò che manca' : changeInWords(value, before, previous)}</p>
      <p className="num text-label text-ink-3">
        in tutto {ever.value === undefined ? 'non si sa' : `${formatEuro(ever.value)}${ever.lacks ? ', senza ciò che manca' : ''}`}
      </p>
    </>
  );
}
