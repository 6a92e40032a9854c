import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { codesOf } from '#contracts/modules/scadenze/document-kind.ts';

/** Tells whether a row is one document of one kind. Ends of rentals or sites and machine hours are not. */
export const isDocument = ({ soggetto, tipo, file }: Pick<DueItem, 'soggetto' | 'tipo' | 'file'>): boolean =>
  soggetto !== 'cantiere' && file !== null && codesOf(tipo).length === 1;

/** Subjects whose documents can be renewed together. */
export const TOGETHER = ['lavoratore', 'macchina'] as const;
type Subject = (typeof TOGETHER)[number];

export interface AskedTogether {
  soggetto: Subject;
  /** Common document kind; `null`: several or none yet. */
  tipo: string | null;
  people: string[];
  /** Number of selected rows that cannot be renewed with the others. */
  leftOut: number;
}

type RenewableRow = Pick<DueItem, 'soggetto' | 'id' | 'tipo' | 'file'>;

/** Selects the rows that can be renewed together: documents of the first one's subject. `null` if there are none. */
export function askedOf(items: readonly RenewableRow[], subjects: readonly Subject[]): AskedTogether | null {
  const documents = items.filter((item) => isDocument(item) && (subjects as readonly string[]).includes(item.soggetto));
  const [first] = documents;
  if (!first) return null;
  const together = documents.filter(({ soggetto }) => soggetto === first.soggetto);
  const kinds = new Set(together.map(({ tipo }) => tipo));
  return {
    soggetto: first.soggetto as Subject,
    tipo: kinds.size === 1 ? first.tipo : null,
    people: [...new Set(together.map(({ id }) => String(id)))],
    leftOut: items.length - together.length,
  };
}
