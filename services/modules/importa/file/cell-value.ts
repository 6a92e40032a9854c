import { parseNumber } from '#contracts/core/field-schema.ts';
import type { Field } from '#contracts/core/fields.ts';
import type { Cell } from './tables.ts';

const ITALIAN_DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T].*)?$/;
/** Matches "1.234.567,89", whose comma proves that the points separate thousands. */
const ITALIAN_NUMBER = /^[+-]?\d{1,3}(\.\d{3})+,\d+$/;
const YES = new Set(['si', 'sì', 'x', 'vero', 'true', 'yes', '1']);
const NO = new Set(['no', 'falso', 'false', '0']);

/**
 * Converts a cell to the value that a form would send. An unreadable cell stays unchanged, so that validation refuses it with the message
 * of the field.
 */
export function cellValue(field: Field, cell: Cell): string | number | null {
  if (cell === null) return null;
  const text = String(cell).trim();
  switch (field.kind) {
    case 'date': {
      const [, day, month, year] = ITALIAN_DAY.exec(text) ?? [];
      return year === undefined ? text : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
    }
    case 'number':
    case 'money': {
      if (typeof cell === 'number') return cell;
      const bare = text.replace(/^€\s*|\s*€$/g, '').replace(/\s/g, '');
      return parseNumber(ITALIAN_NUMBER.test(bare) ? bare.replaceAll('.', '') : bare) as string | number | null;
    }
    case 'flag': {
      const word = text.toLowerCase();
      return YES.has(word) ? 1 : NO.has(word) ? 0 : text;
    }
    case 'choice': {
      const word = text.toLowerCase();
      const option = field.options.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word);
      return option?.value ?? text;
    }
    default:
      return typeof cell === 'number' ? String(cell) : text;
  }
}
