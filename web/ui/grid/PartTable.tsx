import clsx from 'clsx';
import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/feedback/Button.tsx';

export interface PartColumn<R> {
  label: string;
  /** Aligns the cells to the right, as for numbers. */
  right?: boolean;
  /** Not shown on a phone. */
  wide?: boolean;
  value(row: R): ReactNode;
  /** Cell of the totals row under the rows. */
  total?: string;
}

interface PartTableProps<R> {
  title: string;
  rows: readonly R[];
  keyOf(row: R): string;
  columns: readonly PartColumn<R>[];
  /** Sentence shown when there are no rows. */
  empty: string;
  /** Opens the records that a row sums up. */
  onOpen?: ((row: R) => void) | undefined;
  /** Number of rows shown before the person asks for the rest; default 8. */
  first?: number;
  /** Length of the bar beside a row's figures, relative to the largest row. */
  size?: ((row: R) => number) | undefined;
  /** The table stands in a panel that shows its title. */
  bare?: boolean;
}

const FIRST = 8;

/** Table of a figure's parts, largest first; the others unfold in place. */
export function PartTable<R>({ title, rows, keyOf, columns, empty, onOpen, first = FIRST, size, bare }: PartTableProps<R>) {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, first);
  const largest = size ? Math.max(0, ...rows.map(size)) : 0;
  return (
    <section className={clsx('min-w-0', !bare && 'panel')} aria-label={bare ? `${title}, tabella` : title}>
      {bare ? null : <h2 className="group-title px-4 pb-2 pt-3">{title}</h2>}
      {rows.length === 0 ? (
        <p className="px-4 pb-4 text-body text-ink-3">{empty}</p>
      ) : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={`${title}, righe`}>
          <table className="num w-full border-separate border-spacing-0 text-body">
            <thead>
              <tr>
                {columns.map(({ label, right, wide }) => (
                  <th
                    key={label}
                    scope="col"
                    className={clsx(
                      'h-8 whitespace-nowrap border-y border-line-faint bg-sunken px-2 text-label font-medium text-ink-3 first:pl-4 last:pr-4',
                      right ? 'text-right' : 'text-left',
                      wide && 'max-md:hidden',
                    )}
                  >
                    {label}
                  </th>
                ))}
                {largest > 0 ? <td className="border-y border-line-faint bg-sunken max-md:hidden" /> : null}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={keyOf(row)} className={clsx(onOpen && 'cursor-pointer hover:bg-hover')} onClick={onOpen && (() => onOpen(row))}>
                  {columns.map(({ label, right, wide, value }, i) => (
                    <td
                      key={label}
                      className={clsx(
                        'h-9 border-b border-line-faint px-2 first:pl-4 last:pr-4',
                        right ? 'whitespace-nowrap text-right' : 'min-w-0',
                        wide && 'max-md:hidden',
                      )}
                    >
                      {i === 0 && onOpen ? (
                        // a press anywhere on the row opens it; this button is for the keyboard
                        <button type="button" className="text-left" aria-haspopup="dialog">
                          {value(row)}
                        </button>
                      ) : (
                        value(row)
                      )}
                    </td>
                  ))}
                  {size && largest > 0 ? (
                    <td className="w-1/5 border-b border-line-faint pl-2 pr-4 max-md:hidden">
                      <span
                        className="block h-2.5 rounded-[2px] bg-accent-line"
                        style={{ width: `${(Math.max(0, size(row)) / largest) * 100}%` }}
                        aria-hidden
                      />
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
            {columns.some(({ total }) => total !== undefined) ? (
              <tfoot>
                <tr>
                  {columns.map(({ label, right, wide, total }) => (
                    <td
                      key={label}
                      className={clsx(
                        'h-9 whitespace-nowrap bg-sunken px-2 font-semibold first:pl-4 last:pr-4',
                        right && 'text-right',
                        wide && 'max-md:hidden',
                      )}
                    >
                      {total}
                    </td>
                  ))}
                </tr>
              </tfoot>
            ) : null}
          </table>
        </div>
      )}
      {rows.length > first ? (
        <div className="px-3 py-2">
          <Button plain size="sm" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Mostra le prime' : `Altre (${rows.length - first})`}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
