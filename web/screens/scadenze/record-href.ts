import { BOARD_REGISTERS, FAULT, MANUTENZIONE, type DueItem } from '#contracts/modules/scadenze/board.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { detailHref } from '#contracts/core/record-address.ts';

/** Returns the address of a row's record. */
export const recordHref = ({ soggetto, id, tipo }: Pick<DueItem, 'soggetto' | 'id' | 'tipo'>): string => {
  const href = detailHref(BOARD_REGISTERS[soggetto], id);
  if (tipo === FAULT) return `${guasti.list.route}?cerca=${encodeURIComponent(id)}`;
  const tab = tipo === MANUTENZIONE ? 'manutenzione' : 'documenti';
  const withTabs = soggetto === 'macchina' || soggetto === 'lavoratore';
  return withTabs ? `${href}${href.includes('?') ? '&' : '?'}scheda=${tab}` : href;
};
