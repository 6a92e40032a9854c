import { register } from '#contracts/registers/index.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { historyHref } from '#web/registers/addresses.ts';

/** The record an entry speaks of, with its history open; records inside another's stream have no page of their own. */
export function entryHref(voce: Pick<HistoryItem, 'tabella' | 'id'>): string | undefined {
  const def = register(voce.tabella);
  return def && !def.parent ? historyHref(def, voce.id) : undefined;
}
