import { register } from '#contracts/registers/index.ts';
import { chronicle } from '#contracts/registers/told.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { historyHref } from '#web/registers/addresses.ts';

/** The record an entry speaks of, with its history open, or the screen of what is no record; records inside another's stream have no page of their own. */
export function entryHref(entry: Pick<HistoryItem, 'tabella' | 'id'>): string | undefined {
  const def = register(entry.tabella);
  if (!def) return chronicle(entry.tabella)?.route;
  return def.parent ? undefined : historyHref(def, entry.id);
}
