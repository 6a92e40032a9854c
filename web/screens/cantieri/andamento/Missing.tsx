import type { Mancano, OnUnknownSites } from '#contracts/modules/andamento/answer.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { elsewhereInWords, missingInWords } from './missing-figures.ts';

/** Lists the data that the figures lack. `ever`: data missing for the totals over the whole life of the site. */
export function Missing({ mancano, ever = {} }: { mancano: Mancano; ever?: Mancano }) {
  const words = missingInWords(mancano);
  const all = missingInWords(ever);
  if (words.length === 0 && all.length === 0) return null;
  return (
    <Note tone="warn">
      {words.length > 0 ? <p>Nelle cifre non c’è {words.join('; ')}.</p> : null}
      {all.length > 0 && all.join() !== words.join() ? <p>In tutto non c’è {all.join('; ')}.</p> : null}
    </Note>
  );
}

export function Elsewhere(figures: OnUnknownSites) {
  return <Note tone="warn">{elsewhereInWords(figures)}.</Note>;
}
