import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Row, RowOf } from '#web/registers/row.ts';
import type { OfflineModules, RowsOf } from '../module.ts';
import type { Item } from './item.ts';

/** A person's items, and what the modules say of them. */
interface Waiting {
  items: readonly Item[];
  user: string;
  modules: OfflineModules;
}

/** Returns the rows as they will be once all waiting items have reached the portal. */
export function rowsWithWaiting(copy: RowsOf, { items, user, modules }: Waiting): RowsOf {
  const cache = new Map<string, readonly Row[]>();
  const plain = <D extends AnyRegister>(def: D): readonly RowOf<D>[] => {
    const cached = cache.get(def.path) as readonly RowOf<D>[] | undefined;
    if (cached) return cached;
    const rows = overlay(copy(def), items, user, def);
    cache.set(def.path, rows);
    return rows;
  };
  return (def) => {
    const { reckoned } = modules.register(def.path) ?? {};
    if (!reckoned) return plain(def);
    const changedKeys = new Set(items.flatMap((item) => touchedBy(item, def.path)));
    const isChanged = (row: Row): boolean => changedKeys.has(String(row[def.key.field]));
    return plain(def).map((row) => (isChanged(row) ? { ...row, ...reckoned(row, rowsBelow(def.path)) } : row));
  };
  /** Returns the rows to compute a register's rows from: those of its children are computed first, all others are as stored. */
  function rowsBelow(parent: string): RowsOf {
    return (def) => {
      const { reckoned } = modules.register(def.path) ?? {};
      if (!reckoned || def.parent?.register !== parent) return plain(def);
      return plain(def).map((row) => ({ ...row, ...reckoned(row, plain) }));
    };
  }
  /** Returns the keys of a register's rows that an item changes: its own record, or the parent of its record. */
  function touchedBy(item: Item, path: string): string[] {
    const { def } = modules.register(item.register ?? '') ?? {};
    if (!def || item.key === null) return [];
    if (def.path === path) return [item.key];
    return def.parent?.register === path ? [String(valuesOf(item)[def.parent.field] ?? '')] : [];
  }
}

/** Returns the values of an item's record, the one object in its body; empty for uploads and deletions. */
export function valuesOf(item: Item): Values {
  if (item.register === null || item.files !== null) return {};
  const [values] = Object.values(JSON.parse(item.body) as Record<string, unknown>);
  return typeof values === 'object' && values !== null ? (values as Values) : {};
}

function overlay<D extends AnyRegister>(rows: readonly RowOf<D>[], items: readonly Item[], user: string, def: D): readonly RowOf<D>[] {
  const registerItems = items.filter((item) => item.register === def.path && item.files === null);
  if (registerItems.length === 0) return rows;
  const empty = Object.fromEntries(Object.keys(def.fields).map((name) => [name, null]));
  const key = def.key.field;
  let next = [...rows];
  for (const item of registerItems) {
    const at = next.findIndex((row: Row) => String(row[key]) === item.key);
    const values = { ...valuesOf(item), [key]: def.key.kind === 'sequence' ? Number(item.key) : item.key };
    if (item.method === 'DELETE') next = next.filter((_row, i) => i !== at);
    else if (at >= 0) next[at] = { ...next[at]!, ...values } as RowOf<D>;
    else if (item.method === 'POST') next.push({ ...empty, ...values, utente: user, versione: 1 } as unknown as RowOf<D>);
  }
  return next;
}
