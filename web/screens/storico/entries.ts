import { register } from '#contracts/registers/index.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { historyHref } from '#web/registers/addresses.ts';

/** The record an entry speaks of, with its history open; records inside another's stream have no page of their own. */
export function entryHref(entry: Pick<HistoryItem, 'tabella' | 'id'>): string | undefined {
  const def = register(entry.tabella);
  return def && !def.parent ? historyHref(def, entry.id) : undefined;
}
