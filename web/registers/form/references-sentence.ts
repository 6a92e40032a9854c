import { register } from '#contracts/registers/index.ts';
import { countOf } from '#web/lib/format.ts';
import type { References } from '../register.api.ts';

/** "Lo usano 12 manutenzioni e 7 accise, che restano." Empty when nothing points to it. */
export function referencesSentence(references: References): string {
  const parts = references.per.filter((p) => p.quanti > 0).map(({ tabella: table, etichetta: label, quanti: count }) => {
    const names = register(table)?.labels;
    return countOf(count, names?.one ?? label, names?.many ?? label);
  });
  const last = parts.pop();
  if (last === undefined) return '';
  const verb = references.totale === 1 ? 'Lo usa' : 'Lo usano';
  const stay = references.totale === 1 ? 'che resta' : 'che restano';
  return `${verb} ${parts.length > 0 ? `${parts.join(', ')} e ` : ''}${last}, ${stay}.`;
}
