import { z } from 'zod';
import { invalidData } from '#services/platform/http/problem.ts';

/** Converts a level from a form to a number: the boolean of a checkbox, the text of a radio button, 0 for an empty value. */
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

/** Returns a permission row with its levels as numbers. A level missing in a new row is 0. Throws RICHIESTA_NON_VALIDA for other levels. */
export function withLevels(record: Record<string, unknown>, mode: 'create' | 'change'): Record<string, unknown> {
  const parsed =
    mode === 'create'
      ? levels.safeParse({ ...NOTHING, ...withoutUndefined(record) })
      : levels.partial().safeParse(withoutUndefined(record));
  if (!parsed.success) throw invalidData(parsed.error);
  return { ...record, ...parsed.data };
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
