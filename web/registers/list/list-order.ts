import type { ListQuery } from '../register.api.ts';

/** The rows of a list in their order, as far as they were read, so that a record's screen knows the records before and after. */
export interface ListOrder {
  query: ListQuery;
  /** Number of rows in the whole filtered list. */
  total: number;
  /** Number of rows before the first key. */
  from: number;
  keys: readonly string[];
  /** Key of the record that was opened last. */
  last?: string;
}

const key = (path: string) => `strato.ordine.${path}`;

/** Remembers the order of a register's list in this tab; a reload keeps it. */
export function rememberOrder(path: string, order: ListOrder): void {
  try {
    sessionStorage.setItem(key(path), JSON.stringify(order));
  } catch {
    /* storage failed: the record's screen shows no records before and after */
  }
}

export function lastOrder(path: string): ListOrder | null {
  try {
    return JSON.parse(sessionStorage.getItem(key(path)) ?? 'null') as ListOrder | null;
  } catch {
    return null;
  }
}

/** Returns the order with the keys of the page before or after those that are known. */
export function withPage(order: ListOrder, keys: readonly string[], side: 'before' | 'after'): ListOrder {
  if (side === 'after') return { ...order, keys: [...order.keys, ...keys] };
  return { ...order, from: Math.max(0, order.from - keys.length), keys: [...keys, ...order.keys] };
}
