import type { AndamentoSintesi, Mancano, OnUnknownSites } from '#contracts/modules/andamento/answer.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';

type VisibleFigures = Pick<AndamentoSintesi, 'produzione' | 'costi' | 'noleggi' | 'manodopera' | 'mancano' | 'solo_tue'>;

/** Tells whether the person may see a figure, known or not. */
export const isSeen = (site: VisibleFigures, voce: 'produzione' | 'costi' | 'noleggi' | 'manodopera'): boolean =>
  site[voce] !== undefined || ((voce === 'noleggi' || voce === 'manodopera') && site.mancano[voce] !== undefined);

/** Tells whether the person may see the margin, which needs all records of every figure. */
export const seesMargin = (site: VisibleFigures): boolean =>
  site.solo_tue.length === 0 && (['costi', 'noleggi', 'manodopera'] as const).every((voce) => isSeen(site, voce));

/** Maximum of months named; of more, only the number is given. */
const MOST_MONTHS = 6;

function months(all: readonly string[]): string {
  const named = all.slice(-MOST_MONTHS).join(', ');
  return all.length > MOST_MONTHS ? `${all.length} mesi, gli ultimi ${named}` : named;
}

/** Sentences about the data that the figures lack; none if they are complete. */
export function missingInWords({ noleggi = [], inizi = [], manodopera = [], mesi_parziali = [] }: Mancano): string[] {
  return [
    ...(noleggi.length > 0 ? [`la tariffa di ${noleggi.join(', ')}`] : []),
    ...(inizi.length > 0 ? [`il noleggio ${inizi.join(', ')}, che non dice quando è cominciato`] : []),
    ...(manodopera.length > 0 ? [`la manodopera di ${months(manodopera)} (nessuna elaborazione delle paghe)`] : []),
    ...(mesi_parziali.length > 0 ? [`la manodopera di ${months(mesi_parziali)} (mese non intero)`] : []),
  ];
}

/**
 * Formats the margin's share of the production: "12,5 %". `null` without production or with missing costs, which would make the share look
 * too good.
 */
export function marginShare({ produzione, margine, mancano }: VisibleFigures & { margine?: number }): string | null {
  if (margine === undefined || produzione <= 0 || missingInWords(mancano).length > 0) return null;
  return `${formatNumber((margine / produzione) * 100, 1)} %`;
}

const PARTS = [
  ['produzione', 'di produzione'],
  ['costi', 'di costi'],
  ['noleggi', 'di noleggi'],
] as const;

/** Describes amounts booked on unknown sites: "€ 5.000,00 di costi su commesse che non esistono: 0042". */
export function elsewhereInWords({ commesse, ...figures }: OnUnknownSites): string {
  const parts = PARTS.flatMap(([voce, word]) => (figures[voce] ? [`${formatEuro(figures[voce])} ${word}`] : []));
  return `${parts.join(', ') || 'Righe senza importo'} su commesse che non esistono: ${commesse.join(', ')}`;
}

const OWN = { produzione: 'le tue giornate', costi: 'i tuoi costi', noleggi: 'i tuoi noleggi' };

/** Returns the sentence that names the figures that count only the person's own records. */
export const ownInWords = (own: AndamentoSintesi['solo_tue']): string => `Solo ${own.map((voce) => OWN[voce]).join(', ')}.`;
