import { firstOfMonth, lastOfMonth, monthOf, type Period } from '#contracts/core/period.ts';
import { rentalCost } from '#contracts/modules/andamento/rental.ts';
import type { NoleggioDemo } from './noleggi.ts';
import { random } from './random.ts';
import { producedBy, type SiteWork } from './site-work.ts';

/** Production and costs of a site in a month, in cents. */
export interface SiteMonth {
  work: SiteWork;
  mese: string;
  prodotto: number;
  noleggi: number;
  /** Target for the site's labour. */
  manodopera: number;
}

/** Commessa of the site that loses money. */
const LOSING = '0418';
/** Bounds of a site's margin as a share of its production: least and most with known labour costs, and most with unknown ones. */
const MARGIN = { least: -0.06, most: 0.24, unknown: 0.26 } as const;

/** Returns the months in which a site produced, with its rental costs and its target for labour costs. */
export function siteMonths(works: readonly SiteWork[], rentals: readonly NoleggioDemo[], today: string): SiteMonth[] {
  return works.flatMap((work) => {
    const { commessa } = work.cantiere;
    const share = random(`manodopera-${commessa}`);
    return [...producedBy(work)].map(([mese, prodotto]) => ({
      work,
      mese,
      prodotto,
      noleggi: rentedIn(rentals, commessa, { dal: firstOfMonth(mese), al: mese === monthOf(today) ? today : lastOfMonth(mese) }, today),
      manodopera: Math.round(prodotto * (0.17 + share.number() * 0.08)),
    }));
  });
}

function rentedIn(rentals: readonly NoleggioDemo[], commessa: string, period: Period, today: string): number {
  return rentals
    .flatMap(({ periodi }) => periodi)
    .filter(({ cantiere }) => cantiere === commessa)
    .reduce((sum, { inizio, fine, reso, tariffa }) => {
      const cost = rentalCost({ data_inizio: inizio, data_fine: reso ? fine : null, tariffa }, period, today);
      return sum + Math.round((cost?.importo ?? 0) * 100);
    }, 0);
}

/** Returns the cents of a site's other costs in a month. `labour` is the known cost of labour in cents, `null` if unknown. */
export function spentCents({ work, mese, prodotto, noleggi, manodopera }: SiteMonth, labour: number | null): number {
  const { commessa } = work.cantiere;
  const base = random(`margine-${commessa}`).number();
  const month = random(`margine-${commessa}-${mese}`).number();
  const wanted = commessa === LOSING ? -0.05 + month * 0.06 : 0.03 + base * 0.16 + (month - 0.5) * 0.08;
  const known = Math.min(MARGIN.most, Math.max(MARGIN.least, wanted));
  const left = labour === null ? Math.min(MARGIN.unknown - month * 0.08, known + manodopera / prodotto) : known;
  return Math.max(0, Math.round(prodotto * (1 - left)) - noleggi - (labour ?? 0));
}
