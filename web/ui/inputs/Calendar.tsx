import clsx from 'clsx';
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { addDays } from '#contracts/core/dates.ts';
import { weeks, moveMonth } from '#web/lib/date-text.ts';
import { todayInRome } from '#web/lib/format.ts';
import { CalendarMonths } from './CalendarMonths.tsx';
import { Button } from '../feedback/Button.tsx';

const DAYS = [
  ['lu', 'lunedì'],
  ['ma', 'martedì'],
  ['me', 'mercoledì'],
  ['gi', 'giovedì'],
  ['ve', 'venerdì'],
  ['sa', 'sabato'],
  ['do', 'domenica'],
];
const month = new Intl.DateTimeFormat('it-IT', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const long = new Intl.DateTimeFormat('it-IT', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const STEP: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export interface CalendarProps {
  value: string | null;
  onPick: (date: string | null) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** Focuses the chosen day, when the calendar was opened by keyboard or button. */
  focus?: boolean;
}

/** Shows one month from Monday. Arrow keys move by day and week, PageUp and PageDown by month. */
export function Calendar({ value, onPick, min, max, focus = false }: CalendarProps) {
  const [day, setDay] = useState(value ?? todayInRome());
  const [choosing, setChoosing] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const focusRequested = useRef(focus);
  const shown = day.slice(0, 7);
  useEffect(() => {
    if (value) setDay(value);
  }, [value]);
  useEffect(() => {
    if (focusRequested.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const off = (date: string) => (min !== undefined && date < min) || (max !== undefined && date > max);
  const toMonth = (by: number) => setDay(withDay(moveMonth(shown, by), day));
  const key = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    const page = event.key === 'PageUp' ? -1 : event.key === 'PageDown' ? 1 : 0;
    if (!step && !page) return;
    event.preventDefault();
    focusRequested.current = true;
    if (step) setDay(addDays(day, step));
    else toMonth(page * (event.shiftKey ? 12 : 1));
  };
  if (choosing)
    return (
      <CalendarMonths
        month={shown}
        onPick={(chosen) => {
          setDay(withDay(chosen, day));
          setChoosing(false);
        }}
      />
    );
  return (
    <>
      <div className="mb-1 flex items-center justify-between">
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon"
          icon={ChevronLeft}
          aria-label="Mese precedente"
          onClick={() => {
            focusRequested.current = false;
            toMonth(-1);
          }}
        />
        <Button
          variant="text"
          size="sm"
          className="!font-semibold !text-ink"
          onClick={() => setChoosing(true)}
          aria-label={`${month.format(new Date(`${shown}-01`))}, scegli mese e anno`}
        >
          <span aria-live="polite">{month.format(new Date(`${shown}-01`))}</span>
          <ChevronDown className="icon-sm" aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="btn-icon"
          icon={ChevronRight}
          aria-label="Mese successivo"
          onClick={() => {
            focusRequested.current = false;
            toMonth(1);
          }}
        />
      </div>
      <div className="grid grid-cols-7 justify-items-center text-caption text-ink-3" aria-hidden="true">
        {DAYS.map(([short, name]) => (
          <span key={short} className="py-1" title={name}>
            {short}
          </span>
        ))}
      </div>
      <div ref={grid} role="group" aria-label="Giorni" className="grid grid-cols-7 justify-items-center gap-y-0.5" onKeyDown={key}>
        {weeks(shown).map((date) => (
          <button
            key={date}
            type="button"
            data-day={date}
            disabled={off(date)}
            tabIndex={date === day ? 0 : -1}
            aria-label={long.format(new Date(date))}
            aria-pressed={date === value}
            aria-current={date === todayInRome() ? 'date' : undefined}
            className={clsx(
              'num grid h-8 w-9 place-items-center rounded-control text-body disabled:text-ink-off',
              dayLook(date, value, shown),
            )}
            onClick={() => onPick(date)}
          >
            {Number(date.slice(8))}
          </button>
        ))}
      </div>
      <div className="mt-2 flex justify-between border-t border-line pt-2">
        <button
          type="button"
          className="link text-label disabled:text-ink-off"
          disabled={off(todayInRome())}
          onClick={() => onPick(todayInRome())}
        >
          Oggi
        </button>
        <button type="button" className="link text-label" onClick={() => onPick(null)}>
          Cancella
        </button>
      </div>
    </>
  );
}

function dayLook(date: string, value: string | null, shown: string): string {
  if (date === value) return 'bg-accent text-on-accent font-semibold';
  if (date === todayInRome()) return 'font-semibold text-accent-ink ring-1 ring-inset ring-accent-line hover:bg-ink/[.06]';
  return clsx('hover:bg-ink/[.06]', date.startsWith(shown) ? 'text-ink' : 'text-ink-3');
}

/** Returns the same day in another month, or the month's last day. */
function withDay(month: string, day: string): string {
  const last = addDays(`${moveMonth(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same > last ? last : same;
}
