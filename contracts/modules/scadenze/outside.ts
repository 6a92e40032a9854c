import { BOARD_REGISTERS, type DueItem } from './board.ts';
import { kindName, subjectName, whenDue } from './board-words.ts';

/**
 * Returns the kind of a due item for mails and calendars, which leave the portal. For health documents it does not say which document is
 * due.
 */
export const kindOutside = (item: Pick<DueItem, 'sanitario'> & Parameters<typeof kindName>[0]): string =>
  item.sanitario === 1 ? 'Documento sanitario' : kindName(item);

/** Returns the record's name for mails and calendars: "Macchinario M1, Cat 320". */
export const recordOutside = (item: Pick<DueItem, 'soggetto' | 'id' | 'nome'>): string => {
  if (item.soggetto === 'ditta') return 'Ditta';
  const number = BOARD_REGISTERS[item.soggetto].key.kind === 'sequence' ? '' : ` ${item.id}`;
  return [`${subjectName(item)}${number}`, item.nome].filter(Boolean).join(', ');
};

/** Returns the due date in words: "2026-11-30, fra 7 giorni". */
export const dueOutside = (item: Pick<DueItem, 'scadenza' | 'fascia' | 'giorni' | 'ore_mancanti'>): string =>
  [item.scadenza, whenDue(item)].filter(Boolean).join(', ');

/** Returns the address of the board, filtered to this document. */
export function boardAddress(
  portale: string,
  { soggetto, id, tipo, sanitario }: Pick<DueItem, 'soggetto' | 'id' | 'tipo' | 'sanitario'>,
): string {
  const filters = { soggetto, id: String(id), ...(sanitario === 1 ? {} : { tipo }) };
  return `${portale.replace(/\/+$/, '')}/home/scadenze?${new URLSearchParams(filters).toString()}`;
}
