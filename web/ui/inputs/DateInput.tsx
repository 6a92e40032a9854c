import { Calendar as CalendarIcon } from 'lucide-react';
import { forwardRef, useEffect, useRef, useState } from 'react';
import { parseData, typedFault } from '#web/lib/date-text.ts';
import { useDismiss } from '#web/lib/use-dismiss.ts';
import { Calendar } from './Calendar.tsx';
import { useControl, useField } from './field-context.ts';
import { Floating } from '../overlays/Floating.tsx';
import { InputBox, type InputState } from './InputBox.tsx';

export interface DateInputProps extends InputState {
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChange?: (value: string | null) => void;
  min?: string | undefined;
  max?: string | undefined;
  'aria-label'?: string;
  boxClass?: string;
}

/** Date field: accepts typed dates (AAAA-MM-GG, GG/MM/AAAA) and opens a calendar by button or Alt+↓. */
export const DateInput = forwardRef<HTMLInputElement, DateInputProps>(function DateInput(
  { value, onChange, min, max, disabled, readOnly, invalid, boxClass = '', ...rest },
  ref,
) {
  const control = useControl();
  const { report, label } = useField();
  const box = useRef<HTMLSpanElement>(null);
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  useDismiss(box, open, () => setOpen(false));
  useEffect(() => {
    if (value) {
      report(null);
      setText((t) => (t !== null && parseData(t) !== value ? null : t));
    }
  }, [value, report]);

  const type = (typed: string) => {
    setText(typed);
    report(null);
    const parsed = parseData(typed);
    onChange?.(parsed && inside(parsed, min, max) ? parsed : null);
  };
  const leave = () => {
    if (text === null) return;
    const parsed = parseData(text);
    if (parsed === undefined) return report(typedFault(text));
    if (parsed && !inside(parsed, min, max)) return report(min && parsed < min ? `Non prima del ${min}` : `Non dopo il ${max}`);
    setText(null);
  };
  const pick = (date: string | null) => {
    setText(null);
    report(null);
    setOpen(false);
    onChange?.(date);
    box.current?.querySelector('input')?.focus();
  };
  const locked = disabled || readOnly;
  return (
    <InputBox ref={box} disabled={disabled} readOnly={readOnly} invalid={invalid} className={`num ${boxClass}`}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={locked ? '' : 'AAAA-MM-GG'}
        {...control}
        {...rest}
        ref={ref}
        value={text ?? value ?? ''}
        disabled={disabled}
        readOnly={readOnly}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && event.altKey && !locked) {
            event.preventDefault();
            setOpen(true);
          }
        }}
      />
      {readOnly ? null : (
        <button
          type="button"
          className="-mr-1.5 grid h-6 w-5 flex-none place-items-center rounded-badge text-ink-2 disabled:text-ink-off"
          disabled={disabled}
          aria-label={`Calendario${label ? `, ${label}` : ''}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <CalendarIcon className="icon" aria-hidden />
        </button>
      )}
      {open ? (
        <Floating anchor={box} className="menu w-[284px] !p-3" role="dialog" aria-label="Calendario">
          <Calendar value={value} onPick={pick} min={min} max={max} focus />
        </Floating>
      ) : null}
    </InputBox>
  );
});

function inside(date: string, min?: string, max?: string): boolean {
  return (min === undefined || date >= min) && (max === undefined || date <= max);
}
