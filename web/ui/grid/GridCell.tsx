import type { ReactNode } from 'react';
import { formatEuro, formatInstant, formatNumber } from '#web/lib/format.ts';
import { drawnColor } from '#web/lib/record-color.ts';
import { cellValue, type CellValue, type GridColumn } from './columns.ts';

/** Returns the content of a cell: the column's own `render`, or the value formatted by the column's type. */
export function cellContent<R>(column: GridColumn<R>, row: R): ReactNode {
  if (column.render) return column.render(row);
  const value = cellValue(column, row);
  if (value === null || value === undefined || value === '') return <Figure column={column} text={null} />;
  return drawByType(column, value);
}

/** Returns the value as text without markup, for cards and tooltips; an empty string for no value. */
export function cellText<R>(column: GridColumn<R>, row: R): string {
  const value = cellValue(column, row);
  if (value === null || value === undefined || value === '') return '';
  if (column.type === 'number' && typeof value === 'number') {
    return column.unit ? `${formatNumber(value, column.decimals)} ${column.unit}` : formatNumber(value, column.decimals);
  }
  if (column.type === 'money' && typeof value === 'number') return formatEuro(value, column.decimals);
  if (column.type === 'time') return formatInstant(String(value));
  if (column.type === 'flag') return value === 1 || value === true ? 'sì' : 'no';
  return String(value);
}

function drawByType<R>(column: GridColumn<R>, value: Exclude<CellValue, null | undefined>): ReactNode {
  switch (column.type) {
    case 'number':
      return <Figure column={column} text={typeof value === 'number' ? formatNumber(value, column.decimals) : String(value)} />;
    case 'money':
      return typeof value === 'number' ? formatEuro(value, column.decimals) : String(value);
    case 'time':
      return formatInstant(String(value));
    case 'flag':
      return value === 1 || value === true ? 'sì' : 'no';
    case 'color':
      return (
        <span className="inline-flex items-center gap-2">
          <Swatch color={String(value)} />
          {String(value)}
        </span>
      );
    default:
      return String(value);
  }
}

/** Draws a number with its unit. The unit's width is kept without a number too, so that the numbers of a column line up. */
function Figure<R>({ column, text }: { column: GridColumn<R>; text: string | null }) {
  const unit =
    column.type === 'number' && column.unit ? (
      <>
        {' '}
        <span className="sub inline-block w-5 text-left">{text === null ? '' : column.unit}</span>
      </>
    ) : null;
  return text === null ? (
    <>
      <span className="none">–</span>
      {unit}
    </>
  ) : (
    <>
      {text}
      {unit}
    </>
  );
}

export function Swatch({ color }: { color: string }) {
  return <span className="swatch" style={{ backgroundColor: drawnColor(color) }} aria-hidden="true" />;
}

/** Returns the CSS classes of a cell by the column's type. */
export function cellClass<R>(column: GridColumn<R>): string {
  switch (column.type) {
    case 'key':
      return 'key';
    case 'secondary':
      return 'sub';
    case 'number':
    case 'money':
      return 'r !pr-4';
    case 'deadline':
      return 'date';
    default:
      return '';
  }
}
