import type { Values } from '#contracts/core/define-register.ts';
import type { Row } from '#web/registers/row.ts';
import { keptRegister, type RowsOf } from './calls.ts';
import type { Item } from './item.ts';

/** Rows of a register as they will be once all that waits has reached the portal. */
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
  /** Lines are reckoned over headers as they are, headers over lines as they are reckoned. */
  function rowsOfOthers(path: string): readonly Row[] {
    const { reckoned } = keptRegister(path) ?? {};
    return reckoned && path === 'produzione' ? plain(path).map((row) => ({ ...row, ...reckoned(row, plain) })) : plain(path);
  }
}

/** Keys of rows of this register that an item has a say in: its own, and that of the record it belongs to. */
function touchedBy(item: Item, path: string): string[] {
  const { def } = keptRegister(item.register ?? '') ?? {};
  if (!def || item.key === null) return [];
  if (def.path === path) return [item.key];
  return def.parent?.register === path ? [String(valuesOf(item)[def.parent.field] ?? '')] : [];
}

/** What an item says of its record. */
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
