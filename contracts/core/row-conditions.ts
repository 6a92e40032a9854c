/** Value of a column that a condition judges. */
export type JudgedValue = string | number | null;

/** Kind of a column's values: decides how bounds compare and whether texts are searched. */
export type JudgedKind = 'text' | 'number' | 'date';

/** Condition on a column that a browser judges: some of the conditions of any list's `filtri`. */
export type RowCondition =
  | readonly JudgedValue[]
  | { contiene?: string | undefined; da?: JudgedValue | undefined; a?: JudgedValue | undefined; vuoto?: boolean | undefined };

/** Tells whether a value meets a condition, as the server judges the rows of its lists. Days are compared as YYYY-MM-DD. */
export function meetsCondition(kind: JudgedKind, value: JudgedValue, condition: RowCondition): boolean {
  if (isValues(condition)) return condition.some((wanted) => isSame(kind, value, wanted));
  const { contiene, da = null, a: to = null, vuoto } = condition;
  if (vuoto !== undefined && (value === null) !== vuoto) return false;
  if (contiene === undefined && da === null && to === null) return true;
  if (value === null) return false;
  if (contiene !== undefined && !foldCase(String(value)).includes(foldCase(contiene))) return false;
  return (da === null || compare(kind, value, da) >= 0) && (to === null || compare(kind, value, to) <= 0);
}

const isValues = (condition: RowCondition): condition is readonly JudgedValue[] => Array.isArray(condition);

const isSame = (kind: JudgedKind, value: JudgedValue, expected: JudgedValue): boolean =>
  value === null || expected === null
    ? value === expected
    : kind === 'number'
      ? Number(value) === Number(expected)
      : String(value) === String(expected);

function compare(kind: JudgedKind, value: string | number, bound: string | number): number {
  if (kind === 'number') return Number(value) - Number(bound);
  const [a, b] = [String(value), String(bound)];
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Returns the text in lower case, letter by letter as PostgreSQL does, with accents in one encoding. */
const foldCase = (text: string): string => Array.from(text.normalize('NFC'), (letter) => letter.toLowerCase()).join('');
