import type { Values } from '#contracts/core/define-register.ts';
import type { Row } from '#web/registers/row.ts';
import { keptRegister, type RowsOf } from './calls.ts';
import type { Item } from './item.ts';

/** Returns the rows as they will be once all waiting items have reached the portal. */
export function rowsWithWaiting(copy: RowsOf, items: readonly Item[], user: string): RowsOf {
  const known = new Map<string, readonly Row[]>();
  const plain = (path: string): readonly Row[] => {
    const there = known.get(path);
    if (there) return there;
    const rows = overlay(path, copy(path), items, user);
    known.set(path, rows);
    return rows;
  };
  return (path) => {
    const { reckoned } = keptRegister(path) ?? {};
    if (!reckoned) return plain(path);
    const touched = new Set(items.flatMap((item) => touchedBy(item, path)));
    return plain(path).map((row) => (touched.has(String(row['id'])) ? { ...row, ...reckoned(row, rowsOfOthers) } : row));
  };
  /** Returns the rows to compute from: computed ones for production lines, stored ones for everything else. */
  function rowsOfOthers(path: string): readonly Row[] {
    const { reckoned } = keptRegister(path) ?? {};
    return reckoned && path === 'produzione' ? plain(path).map((row) => ({ ...row, ...reckoned(row, plain) })) : plain(path);
  }
}

/** Returns the keys of this register's rows that an item changes: its own record, or the parent of its record. */
function touchedBy(item: Item, path: string): string[] {
  const { def } = keptRegister(item.register ?? '') ?? {};
  if (!def || item.key === null) return [];
  if (def.path === path) return [item.key];
  return def.parent?.register === path ? [String(valuesOf(item)[def.parent.field] ?? '')] : [];
}

/** Returns the values of an item's record; empty for uploads. */
export function valuesOf(item: Item): Values {
  const { def } = keptRegister(item.register ?? '') ?? {};
  if (!def || item.files !== null) return {};
  return (JSON.parse(item.body) as Record<string, Values>)[def.bodyKey] ?? {};
}

function overlay(path: string, rows: readonly Row[], items: readonly Item[], user: string): readonly Row[] {
  const { def } = keptRegister(path) ?? {};
  const own = items.filter((item) => item.register === path && item.files === null);
  if (!def || own.length === 0) return rows;
  const empty = Object.fromEntries(Object.keys(def.fields).map((name) => [name, null]));
  const key = def.key.field;
  let next = [...rows];
  for (const item of own) {
    const at = next.findIndex((row) => String(row[key]) === item.key);
    const given = { ...valuesOf(item), [key]: def.key.kind === 'sequence' ? Number(item.key) : item.key };
    if (item.method === 'DELETE') next = next.filter((_row, i) => i !== at);
    else if (at >= 0) next[at] = { ...next[at]!, ...given } as Row;
    else if (item.method === 'POST') next.push({ ...empty, ...given, utente: user, versione: 1 } as Row);
  }
  return next;
}
