import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Row } from '#web/registers/row.ts';
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
  const plain = (path: string): readonly Row[] => {
    const cached = cache.get(path);
    if (cached) return cached;
    const rows = overlay(copy(path), items, user, modules.register(path)?.def);
    cache.set(path, rows);
    return rows;
  };
  return (path) => {
    const { def, reckoned } = modules.register(path) ?? {};
    if (!def || !reckoned) return plain(path);
    const changedKeys = new Set(items.flatMap((item) => touchedBy(item, path)));
    const keyField = def.key.field;
    return plain(path).map((row) => (changedKeys.has(String(row[keyField])) ? { ...row, ...reckoned(row, rowsBelow(path)) } : row));
  };
  /** Returns the rows to compute a register's rows from: those of its children are computed first, all others are as stored. */
  function rowsBelow(parent: string): RowsOf {
    return (path) => {
      const { def, reckoned } = modules.register(path) ?? {};
      if (!reckoned || def?.parent?.register !== parent) return plain(path);
      return plain(path).map((row) => ({ ...row, ...reckoned(row, plain) }));
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

function overlay(rows: readonly Row[], items: readonly Item[], user: string, def?: AnyRegister): readonly Row[] {
  const registerItems = items.filter((item) => item.register === def?.path && item.files === null);
  if (!def || registerItems.length === 0) return rows;
  const empty = Object.fromEntries(Object.keys(def.fields).map((name) => [name, null]));
  const key = def.key.field;
  let next = [...rows];
  for (const item of registerItems) {
    const at = next.findIndex((row) => String(row[key]) === item.key);
    const values = { ...valuesOf(item), [key]: def.key.kind === 'sequence' ? Number(item.key) : item.key };
    if (item.method === 'DELETE') next = next.filter((_row, i) => i !== at);
    else if (at >= 0) next[at] = { ...next[at]!, ...values } as Row;
    else if (item.method === 'POST') next.push({ ...empty, ...values, utente: user, versione: 1 } as Row);
  }
  return next;
}
