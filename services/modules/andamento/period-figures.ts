import { sum } from '#contracts/core/decimals.ts';
import type { Figures, Mancano } from '#contracts/modules/andamento/answer.ts';
import { firstOfMonth, monthsOf, wholeMonths, type Period } from '#contracts/core/period.ts';
import { costsBySite, labourOf, producedBySite, rentalsOn, type LabourShare, type Site } from '#projections/andamento/andamento.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import type { SeenFigures } from './reach.ts';
import { costedRentals, rentalSum, withoutRate, withoutStart } from './rentals.ts';

const CENTS = 2;

/** Figures of a period, and the data missing in them, for each site by its key. */
export interface PeriodFigures {
  figures(commessa: string): Figures;
  missing(commessa: string): Mancano;
  /** Returns the keys of all sites with production, costs or rentals in the period, as written in those records; sorted. */
  named(): string[];
}

export interface PeriodRequest {
  site: Site;
  period: Period;
  /** `YYYY-MM-DD` in Rome. */
  today: string;
  visibleFigures: SeenFigures;
}

/** Reads the figures of a period with one query per figure, for one site or for all (`site` is `null`). */
export async function periodFigures(
  db: Dependencies['lists'],
  { site, period, today, visibleFigures }: PeriodRequest,
): Promise<PeriodFigures> {
  const whole = wholeMonths(period);
  const [produced, costs, rentals, labour] = await Promise.all([
    producedBySite(db, site, period, visibleFigures.produzione),
    visibleFigures.costi && costsBySite(db, site, period, visibleFigures.costi),
    visibleFigures.noleggi && rentalsOn(db, site, period, visibleFigures.noleggi).then((rows) => costedRentals(rows, period, today)),
    visibleFigures.manodopera ? labourOf(db, site, whole) : null,
  ]);
  const labourMonths = new Set(labour?.map(({ mese }) => mese));
  const rentalsOf = (commessa: string) => rentals?.filter((row) => row.commessa === commessa) ?? [];
  return {
    figures(commessa) {
      const figures = withoutNulls({
        produzione: produced.get(commessa) ?? 0,
        costi: costs ? (costs.get(commessa) ?? 0) : null,
        noleggi: rentals ? rentalSum(rentalsOf(commessa)) : null,
        // labour is unknown if no accounting run covers a whole month of the period
        manodopera: labour && labourMonths.size > 0 ? labourIn(labour, commessa) : null,
      });
      return visibleFigures.margine ? withMargin(figures) : figures;
    },
    named: () =>
      [...new Set([...produced.keys(), ...(costs?.keys() ?? []), ...(rentals ?? []).map(({ commessa }) => commessa)])].toSorted(),
    missing: (commessa) => ({
      ...(rentals ? { noleggi: withoutRate(rentalsOf(commessa)), inizi: withoutStart(rentalsOf(commessa)) } : {}),
      ...(labour
        ? {
            // labour of a month that has not begun is not missing
            manodopera: whole.filter((month) => !labourMonths.has(month) && firstOfMonth(month) <= today),
            mesi_parziali: monthsOf(period).filter((month) => !whole.includes(month)),
          }
        : {}),
    }),
  };
}

/** Sums a site's labour in euro over the months that an accounting run covers; only in `month` (`YYYY-MM`) if given. */
export const labourIn = (labour: readonly LabourShare[], commessa: string, month?: string): number =>
  labour.reduce((total, row) => (row.commessa === commessa && (month ?? row.mese) === row.mese ? total + row.cent : total), 0) / 100;

type PeriodSums = { produzione: number } & Record<'costi' | 'noleggi' | 'manodopera', number | null>;

/** Returns the figures without those that are `null`, which are unknown or hidden from the person. */
export function withoutNulls({ produzione, ...others }: PeriodSums): Figures {
  const known = Object.entries(others).filter(([, value]) => value !== null);
  return { produzione, ...(Object.fromEntries(known) as Omit<Figures, 'produzione'>) };
}

/** Adds `margine`: production less costs, rentals and labour, exact to the cent. Adds nothing if one of the figures is missing. */
export function withMargin<T extends Figures>(figures: T): T {
  const { produzione, costi, noleggi, manodopera } = figures;
  if (costi === undefined || noleggi === undefined || manodopera === undefined) return figures;
  return { ...figures, margine: sum([produzione, -costi, -noleggi, -manodopera], CENTS) };
}
