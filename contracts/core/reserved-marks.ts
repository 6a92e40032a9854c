import type { AnyRegister } from './define-register.ts';

/** Stands for a reserved document where only its existence is told. */
export const RESERVED_MARK = 'Riservato';

/** Returns a row in which reserved documents are marks, without the path and the facts of their files. */
export function withMarks<R extends Record<string, unknown>>(def: AnyRegister, row: R): R {
  const reserved = Object.entries(def.fields).flatMap(([name, field]) => (field.kind === 'document' && field.reserved ? [name] : []));
  if (reserved.length === 0) return row;
  const files = Object.entries((row['archivio'] ?? {}) as Record<string, unknown>).filter(([name]) => !reserved.includes(name));
  const marks = reserved.map((name) => [name, (row[name] ?? null) === null ? null : RESERVED_MARK]);
  return { ...row, ...('archivio' in row ? { archivio: Object.fromEntries(files) } : {}), ...Object.fromEntries(marks) };
}
