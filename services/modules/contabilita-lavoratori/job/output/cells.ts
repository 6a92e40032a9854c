import type { SheetColumn } from '#contracts/export/cells.ts';
import { sheetText } from '#contracts/export/cells.ts';
import { centsToDecimal } from '#contracts/modules/contabilita/cents.ts';
import type { SheetCell } from '#contracts/export/xlsx-sheet.ts';
import { HOUR, PERCENT } from '../input/weights.ts';

/** Builds a text cell, which keeps leading zeros of codes and never runs as a formula. */
export const text = (value: string): SheetCell => (value === '' ? null : { text: sheetText(value) });

export const money = (cents: number): SheetCell => ({ decimal: centsToDecimal(cents), format: 'importo' });

export const count = (value: number): SheetCell => ({ number: value, format: 'generale' });

/** Builds a cell of hours with two decimals; `units` are 1/30000 hour. */
export const hours = (units: number): SheetCell => money(Math.round(units / (HOUR / 100)));

/** Builds a cell of a percentage with all its decimals; `units` are 0,0001 %. */
export const percent = (units: number): SheetCell => ({
  decimal: `${Math.floor(units / PERCENT)}.${String(units % PERCENT).padStart(4, '0')}`,
  format: 'decimale',
});

const column =
  (type: SheetColumn['type']) =>
  (label: string): SheetColumn => ({ label, type });
export const textColumn = column('testo');
export const numberColumn = column('numero');
export const moneyColumn = column('euro');
