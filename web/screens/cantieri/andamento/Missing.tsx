import type { Mancano, OnUnknownSites } from '#contracts/modules/andamento/answer.ts';
import { formatEuro } from '#web/lib/format.ts';
import { Note } from '#web/ui/feedback/Note.tsx';

const month = (text: string): string => `${text.slice(5)}/${text.slice(0, 4)}`;

/** What the figures do not hold, in words; nothing where they hold all. */
export function missingInWords({ noleggi = [], manodopera = [], mesi_parziali = [] }: Mancano): string[] {
  return [
    ...(noleggi.length > 0 ? [`la tariffa di ${noleggi.join(', ')}`] : []),
    ...(manodopera.length > 0 ? [`la manodopera di ${manodopera.map(month).join(', ')} (nessuna elaborazione delle paghe)`] : []),
    ...(mesi_parziali.length > 0 ? [`la manodopera di ${mesi_parziali.map(month).join(', ')} (mese non intero)`] : []),
  ];
}

export function Missing({ mancano }: { mancano: Mancano }) {
  const words = missingInWords(mancano);
  return words.length === 0 ? null : <Note tone="warn">Nelle cifre non c’è {words.join('; ')}.</Note>;
}

const PARTS = [
  ['produzione', 'di produzione'],
  ['costi', 'di costi'],
  ['noleggi', 'di noleggi'],
] as const;

/** "€ 5.000,00 di costi su commesse che non esistono: 0042". */
export function elsewhereInWords({ commesse, ...figures }: OnUnknownSites): string {
  const parts = PARTS.flatMap(([voce, word]) => (figures[voce] ? [`${formatEuro(figures[voce])} ${word}`] : []));
  return `${parts.join(', ') || 'Righe senza importo'} su commesse che non esistono: ${commesse.join(', ')}`;
}

export function Elsewhere(figures: OnUnknownSites) {
  return <Note tone="warn">{elsewhereInWords(figures)}.</Note>;
}
