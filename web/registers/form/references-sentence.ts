import { register, type References } from '#contracts/registers/index.ts';
import { countOf } from '#web/lib/format.ts';

/** "Lo usano 12 manutenzioni, 7 accise e altri record, che restano." Empty when nothing points to it. */
export function referencesSentence(references: References): string {
  const parts = references.per
    .filter((p) => p.quanti > 0)
    .map(({ tabella: table, etichetta: label, quanti: count }) => {
      const names = register(table)?.labels;
      return countOf(count, names?.one ?? label, names?.many ?? label);
    });
  if (references.altri) parts.push(parts.length > 0 ? 'altri record' : 'dei record che non puoi vedere');
  const last = parts.pop();
  if (last === undefined) return '';
  const one = references.totale === 1 && !references.altri;
  const verb = one ? 'Lo usa' : 'Lo usano';
  const stay = one ? 'che resta' : 'che restano';
  return `${verb} ${parts.length > 0 ? `${parts.join(', ')} e ` : ''}${last}, ${stay}.`;
}
