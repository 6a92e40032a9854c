import { BOARD_REGISTERS, type DueItem } from './board.ts';
import { kindName, subjectName, whenDue } from './board-words.ts';

/**
 * What is due in words that leave the portal, in mails and calendars: of health that something is due
 * and of whom, never which document it is.
 */
export const kindOutside = (item: Pick<DueItem, 'sanitario'> & Parameters<typeof kindName>[0]): string =>
  item.sanitario === 1 ? 'Documento sanitario' : kindName(item);

/** "Macchinario M1, Cat 320". */
export const recordOutside = (item: Pick<DueItem, 'soggetto' | 'id' | 'nome'>): string => {
  if (item.soggetto === 'ditta') return 'Ditta';
  const number = BOARD_REGISTERS[item.soggetto].key.kind === 'sequence' ? '' : ` ${item.id}`;
  return [`${subjectName(item)}${number}`, item.nome].filter(Boolean).join(', ');
};

/** "2026-11-30, fra 7 giorni". */
export const dueOutside = (item: Pick<DueItem, 'scadenza' | 'fascia' | 'giorni' | 'ore_mancanti'>): string =>
  [item.scadenza === null ? '' : item.scadenza, whenDue(item)].filter(Boolean).join(', ');

/** The board with the rows of that document alone. */
export function boardAddress(
  portale: string,
  { soggetto, id, tipo, sanitario }: Pick<DueItem, 'soggetto' | 'id' | 'tipo' | 'sanitario'>,
): string {
  const filters = { soggetto, id: String(id), ...(sanitario === 1 ? {} : { tipo }) };
  return `${portale.replace(/\/+$/, '')}/home/scadenze?${new URLSearchParams(filters).toString()}`;
}
