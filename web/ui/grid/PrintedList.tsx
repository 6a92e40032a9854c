import clsx from 'clsx';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { isExpired } from '#contracts/core/dates.ts';
import { formatNumber, todayInRome } from '#web/lib/format.ts';
import { alignsRight, cellValue, type GridColumn } from './columns.ts';
import { cellContent, cellText } from './GridCell.tsx';

interface PrintedListProps<R> {
  title: string;
  /** Instant of the rows in words, and the day on which their deadlines are judged; absent for today's rows. */
  moment?: { words: string; day: string } | undefined;
  /** Name of the firm that the list belongs to. */
  ditta: string;
  columns: readonly GridColumn<R>[];
  rows: readonly R[];
  onPrinted(): void;
}

/** Prints every row of a list: repeats the head on each sheet and cuts no text. The print starts once the rows are drawn. */
export function PrintedList<R>({ title, moment, ditta, columns, rows, onPrinted }: PrintedListProps<R>) {
  useEffect(() => {
    addEventListener('afterprint', onPrinted, { once: true });
    window.print();
    return () => removeEventListener('afterprint', onPrinted);
  }, [onPrinted]);
  const today = moment?.day ?? todayInRome();
  return createPortal(
    <div className="elenco-stampa carta" aria-hidden="true">
      <table>
        <thead>
          <tr>
            <td colSpan={columns.length} className="elenco-titolo">
              {title}{' '}
              <span>
                {formatNumber(rows.length, 0)} · {moment ? `al ${moment.words} · stampato il ${todayInRome()}` : today} · {ditta}
              </span>
            </td>
          </tr>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={clsx(alignsRight(column) && 'r')}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- drawn once, for the printer
            <tr key={i}>
              {columns.map((column) => (
                <td key={column.id} className={clsx(alignsRight(column) && 'r')}>
                  {paperContent(column, row, today)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}

/** Returns a cell's content on paper. An expired deadline is marked in words, since colour may not print. */
function paperContent<R>(column: GridColumn<R>, row: R, today: string) {
  if (column.spelled) return cellContent(column, row);
  const text = cellText(column, row);
  if (column.type !== 'deadline' || !isExpired(cellValue(column, row) as string | null, today)) return text;
  return <strong>{text} scad.</strong>;
}
