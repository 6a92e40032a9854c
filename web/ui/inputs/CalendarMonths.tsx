import clsx from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../feedback/Button.tsx';

const MONTHS = Array.from({ length: 12 }, (_, i) =>
  new Intl.DateTimeFormat('it-IT', { timeZone: 'UTC', month: 'short' }).format(new Date(Date.UTC(2000, i, 1))),
);

/** Chooses a month of a year; `month` and the result are `YYYY-MM`. */
export function CalendarMonths({ month, onPick }: { month: string; onPick: (month: string) => void }) {
  const [year, setYear] = useState(Number(month.slice(0, 4)));
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => current.current?.focus(), []);
  return (
    <div>
      <div className="mb-2 flex items-center justify-between">
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon"
          icon={ChevronLeft}
          aria-label="Anno precedente"
          onClick={() => setYear(year - 1)}
        />
        <span className="num text-body font-semibold" aria-live="polite">
          {year}
        </span>
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon"
          icon={ChevronRight}
          aria-label="Anno successivo"
          onClick={() => setYear(year + 1)}
        />
      </div>
      <div className="grid grid-cols-3 gap-1">
        {MONTHS.map((name, i) => {
          const id = `${year}-${String(i + 1).padStart(2, '0')}`;
          return (
            <button
              key={name}
              ref={id === month ? current : null}
              type="button"
              onClick={() => onPick(id)}
              aria-pressed={id === month}
              className={clsx(
                'h-11 rounded-control text-body',
                id === month ? 'bg-accent font-semibold text-on-accent' : 'text-ink hover:bg-ink/[.06]',
              )}
            >
              {name}
            </button>
          );
        })}
      </div>
    </div>
  );
}
