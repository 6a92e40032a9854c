import { z } from 'zod';
import { invalidData } from '#services/platform/http/problem.ts';

/** Checkboxes come as booleans, radios as text, nothing as none. */
function number(value: unknown): unknown {
  if (value === null || value === '') return 0;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && /^\s*\d\s*$/.test(value) ? Number(value) : value;
}

const level = z.preprocess(
  number,
  z.union([z.literal(0), z.literal(1), z.literal(3)], { error: 'Valori ammessi: 0 (no), 1 (propri), 3 (tutti)' }),
);
const insertion = z.preprocess(number, z.union([z.literal(0), z.literal(1)], { error: 'Valori ammessi: 0, 1' }));
const levels = z.object({ allowInsert: insertion, allowView: level, allowEdit: level, allowDelete: level });
const NOTHING = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };

/** The permission row a client sent, its levels checked; a new row that does not name one has none of it. */
export function withLevels(record: Record<string, unknown>, mode: 'create' | 'change'): Record<string, unknown> {
  const read =
    mode === 'create'
      ? levels.safeParse({ ...NOTHING, ...withoutUndefined(record) })
      : levels.partial().safeParse(withoutUndefined(record));
  if (!read.success) throw invalidData(read.error);
  return { ...record, ...read.data };
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
