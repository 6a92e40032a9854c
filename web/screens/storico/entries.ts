import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { historyHref } from '#web/registers/addresses.ts';

/**
 * Returns the address of an entry's record with its history open, or of the entry's screen if it has no record. A child record is found on
 * its parent's page.
 */
export function entryHref(
  catalogue: Catalogue,
  { tabella, id, padre }: Pick<HistoryItem, 'tabella' | 'id'> & Partial<Pick<HistoryItem, 'padre'>>,
): string | undefined {
  const def = catalogue.register(tabella);
  if (!def) return catalogue.chronicle(tabella)?.route;
  const above = def.parent && catalogue.register(def.parent.register);
  if (!above) return historyHref(def, id);
  return padre === null || padre === undefined ? undefined : historyHref(above, padre);
}
