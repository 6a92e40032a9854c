import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { References } from '#contracts/core/references.ts';
import { countOf } from '#web/lib/format.ts';

/**
 * Builds the sentence on the records that refer to a record: "Lo usano 12 manutenzioni, 7 accise e altri record, che restano." Empty if
 * there are none.
 */
export function referencesSentence(catalogue: Catalogue, references: References): string {
  const parts = references.per
    .filter((p) => p.quanti > 0)
    .map(({ tabella, etichetta, quanti }) => {
      const names = catalogue.register(tabella)?.labels;
      return countOf(quanti, names?.one ?? etichetta, names?.many ?? etichetta);
    });
  if (references.altri) parts.push(parts.length > 0 ? 'altri record' : 'dei record che non puoi vedere');
  const last = parts.pop();
  if (last === undefined) return '';
  const single = references.totale === 1 && !references.altri;
  const verb = single ? 'Lo usa' : 'Lo usano';
  const stay = single ? 'che resta' : 'che restano';
  return `${verb} ${parts.length > 0 ? `${parts.join(', ')} e ` : ''}${last}, ${stay}.`;
}
