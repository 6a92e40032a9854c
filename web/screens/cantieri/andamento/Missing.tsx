import type { Mancano } from '#contracts/modules/andamento/answer.ts';
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
