import { countOf, formatNumber } from '../../core/formats.ts';
import { BOARD_REGISTERS, END_OF_RENTAL, END_OF_SITE, type DueItem } from './board.ts';
import type { Fascia } from './due-date.ts';

/** Names of the bands, the same on screen, on paper and in files. */
export const BAND_NAMES: Readonly<Record<Fascia, string>> = {
  scaduto: 'Scaduto',
  '7': 'Entro 7 giorni',
  '30': 'Entro 30',
  '60': 'Entro 60',
  '90': 'Entro 90',
  oltre: 'Oltre',
  assente: 'Assente',
};

/** Returns when the item is due, in words. */
export function whenDue({ fascia, giorni, ore_mancanti }: Pick<DueItem, 'fascia' | 'giorni' | 'ore_mancanti'>): string {
  if (fascia === 'assente') return 'manca';
  if (ore_mancanti !== null)
    return ore_mancanti <= 0 ? `oltre di ${formatNumber(Math.abs(ore_mancanti), 0)} h` : `fra ${formatNumber(ore_mancanti, 0)} h`;
  if (giorni === null) return '';
  if (giorni === 0) return 'oggi';
  return giorni < 0 ? `da ${countOf(-giorni, 'giorno', 'giorni')}` : `fra ${countOf(giorni, 'giorno', 'giorni')}`;
}

/** Returns the name of the subject: "Macchinario", "Lavoratore". */
export function subjectName({ soggetto }: Pick<DueItem, 'soggetto'>): string {
  const { one } = BOARD_REGISTERS[soggetto].labels;
  return one.charAt(0).toUpperCase() + one.slice(1);
}

export const kindName = (item: Pick<DueItem, 'tipo' | 'tipo_nome' | 'voce' | 'giorni' | 'chiuso'>): string =>
  [item.tipo_nome, item.voce, endedAtWork(item) ? 'finito, ma si lavora' : null].filter(Boolean).join(', ');

/** Returns the record that a row stops now: "non idoneo su 0422", "ferma su 0422"; null if it stops none. */
export function stopWords({ ferma: [first] }: Pick<DueItem, 'ferma'>): string | null {
  if (!first) return null;
  return `${first.soggetto === 'lavoratore' ? 'non idoneo' : first.soggetto === 'noleggio' ? 'fermo' : 'ferma'} su ${first.cantiere}`;
}

/** Checks whether the row is the past end of a site or rental that is still in use. */
export const endedAtWork = ({ tipo, giorni, chiuso }: Pick<DueItem, 'tipo' | 'giorni' | 'chiuso'>): boolean =>
  (tipo === END_OF_SITE || tipo === END_OF_RENTAL) && chiuso === 0 && (giorni ?? 0) < 0;

export const seenWords = ({ visto_fino, visto_da }: Pick<DueItem, 'visto_fino' | 'visto_da'>): string | null =>
  visto_fino === null ? null : `${visto_fino}, ${visto_da ?? ''}`;
