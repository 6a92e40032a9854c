import clsx from 'clsx';
import type { RigaMese } from '#contracts/modules/produzione.ts';
import { Tooltip } from '#web/ui/overlays/Tooltip.tsx';
import { cellLabel, daysOf, isWeekend, nameOf, toneOf, type Month } from './month.ts';

/** Classes of a cell by tone; the number conveys the same to people who cannot distinguish the colours. */
const TONE = {
  none: 'bg-pressed text-ink-3',
  one: 'bg-accent font-semibold text-on-accent',
  more: 'bg-danger font-semibold text-white',
} as const;

interface MonthTableProps {
  rows: readonly RigaMese[];
  month: Month;
  lavorazione: string;
  busy: boolean;
}

/** Shows a row per site and a square per day. The table scrolls sideways; the site stays visible. */
export function MonthTable({ rows, month, lavorazione, busy }: MonthTableProps) {
  const days = Array.from({ length: daysOf(month) }, (_, i) => i + 1);
  return (
    <>
      <div className="max-h-[650px] overflow-auto" tabIndex={0} role="region" aria-label="Giorni del mese">
        <table className="num w-full border-separate border-spacing-0 text-label" aria-busy={busy || undefined}>
          <caption className="sr-only">{`Righe di ${lavorazione} per cantiere e giorno, ${nameOf(month)}`}</caption>
          <thead>
            <tr>
              <th
                scope="col"
                className="sticky left-0 top-0 z-sticky h-8 min-w-[88px] border-b border-line bg-sunken pl-4 pr-2 text-left font-medium text-ink-3"
              >
                Cantiere
              </th>
              {days.map((day) => (
                <th
                  key={day}
                  scope="col"
                  className={clsx(
                    'sticky top-0 z-head h-8 min-w-[30px] border-b border-line bg-sunken px-0.5 text-center',
                    isWeekend(month, day) ? 'font-normal text-ink-3' : 'font-medium text-ink-2',
                  )}
                >
                  {day}
                </th>
              ))}
              <th className="sticky top-0 z-head w-full border-b border-line bg-sunken" aria-hidden="true" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SiteRow key={row.commessa} row={row} month={month} />
            ))}
          </tbody>
        </table>
      </div>
      <Legend />
    </>
  );
}

function SiteRow({ row, month }: { row: RigaMese; month: Month }) {
  const about = [row.committente, row.indirizzo].filter(Boolean).join(', ');
  return (
    <tr>
      <th
        scope="row"
        className="sticky left-0 z-cell h-8 border-b border-line-faint bg-surface pl-4 pr-2 text-left text-body font-semibold"
      >
        {about ? (
          <Tooltip text={about}>
            <span tabIndex={0} className="cursor-help rounded-badge underline decoration-line-strong decoration-dotted underline-offset-4">
              {row.commessa}
            </span>
          </Tooltip>
        ) : (
          row.commessa
        )}
      </th>
      {row.giorni.map((count, i) => (
        <td key={i} className="h-8 border-b border-line-faint px-0.5 text-center">
          <span
            className={clsx('inline-grid h-6 w-[26px] place-items-center rounded-square', TONE[toneOf(count)])}
            title={`${cellLabel(row.commessa, month, i + 1, count)}${about ? `. ${about}` : ''}`}
          >
            {count}
          </span>
        </td>
      ))}
      <td className="border-b border-line-faint" aria-hidden="true" />
    </tr>
  );
}

const LEGEND = [
  ['none', '0', 'nessuna riga'],
  ['one', '1', 'una riga'],
  ['more', '2+', 'più righe: da guardare'],
] as const;

function Legend() {
  return (
    <ul
      className="num flex flex-wrap gap-x-5 gap-y-1 rounded-b-panel border-t border-line bg-sunken px-4 py-3 text-label text-ink-3"
      aria-label="Legenda"
    >
      {LEGEND.map(([tone, sign, word]) => (
        <li key={tone} className="flex items-center gap-2">
          <span className={clsx('inline-grid h-5 w-[26px] place-items-center rounded-square', TONE[tone])} aria-hidden="true">
            {sign}
          </span>
          {word}
        </li>
      ))}
    </ul>
  );
}
