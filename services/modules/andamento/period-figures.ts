import { sum } from '#contracts/core/decimals.ts';
import type { Figures, Mancano } from '#contracts/modules/andamento/answer.ts';
import { firstOfMonth, monthsOf, wholeMonths, type Period } from '#contracts/core/period.ts';
import { costsBySite, labourOf, producedBySite, rentalsOn, type LabourShare, type Site } from '#projections/andamento/andamento.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import type { SeenFigures } from './reach.ts';
import { costedRentals, rentalSum, withoutRate, withoutStart } from './rentals.ts';

const CENTS = 2;

/** The figures of a period and what they lack, of any site. */
export interface PeriodFigures {
  figures(commessa: string): Figures;
  missing(commessa: string): Mancano;
  /** Every site that something is counted on, as it is written there. */
  named(): string[];
}

export interface PeriodRequest {
  site: Site;
  period: Period;
  /** `YYYY-MM-DD` in Rome. */
  today: string;
  seen: SeenFigures;
}

/** Reads all of a period at once: of one site, or of all of them. */
export async function periodFigures(db: Dependencies['lists'], { site, period, today, seen }: PeriodRequest): Promise<PeriodFigures> {
  const whole = wholeMonths(period);
  const [produced, costs, rentals, labour] = await Promise.all([
    producedBySite(db, site, period, seen.produzione),
    seen.costi && costsBySite(db, site, period, seen.costi),
    seen.noleggi && rentalsOn(db, site, period, seen.noleggi).then((rows) => costedRentals(rows, period, today)),
    seen.manodopera ? labourOf(db, site, whole) : null,
  ]);
  const known = new Set(labour?.map(({ mese }) => mese));
  const rentalsOf = (commessa: string) => rentals?.filter((row) => row.commessa === commessa) ?? [];
  return {
    figures(commessa) {
      const figures = withoutNulls({
        produzione: produced.get(commessa) ?? 0,
        costi: costs ? (costs.get(commessa) ?? 0) : null,
        noleggi: rentals ? rentalSum(rentalsOf(commessa)) : null,
        // no month of the period is known whole
        manodopera: labour && known.size > 0 ? labourIn(labour, commessa) : null,
      });
      return seen.margine ? withMargin(figures) : figures;
    },
    named: () =>
      [...new Set([...produced.keys(), ...(costs?.keys() ?? []), ...(rentals ?? []).map(({ commessa }) => commessa)])].toSorted(),
    missing: (commessa) => ({
      ...(rentals ? { noleggi: withoutRate(rentalsOf(commessa)), inizi: withoutStart(rentalsOf(commessa)) } : {}),
      ...(labour
        ? {
            // of a month that has not begun nothing can be known
            manodopera: whole.filter((month) => !known.has(month) && firstOfMonth(month) <= today),
            mesi_parziali: monthsOf(period).filter((month) => !whole.includes(month)),
          }
        : {}),
    }),
  };
}

/** Sums a site's labour in the months that are known. */
export const labourIn = (labour: readonly LabourShare[], commessa: string, month?: string): number =>
  labour.reduce((total, row) => (row.commessa === commessa && (month ?? row.mese) === row.mese ? total + row.cent : total), 0) / 100;

type PeriodSums = { produzione: number } & Record<'costi' | 'noleggi' | 'manodopera', number | null>;

/** Leaves out what is not known or not seen. */
export function withoutNulls({ produzione, ...others }: PeriodSums): Figures {
  const known = Object.entries(others).filter(([, value]) => value !== null);
  return { produzione, ...(Object.fromEntries(known) as Omit<Figures, 'produzione'>) };
}

/** Adds `margine`: production less costs, rentals and labour, to the cent. Without it where one of them is not known. */
export function withMargin<T extends Figures>(figures: T): T {
  const { produzione, costi, noleggi, manodopera } = figures;
  if (costi === undefined || noleggi === undefined || manodopera === undefined) return figures;
  return { ...figures, margine: sum([produzione, -costi, -noleggi, -manodopera], CENTS) };
}
