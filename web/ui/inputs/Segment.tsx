import clsx from 'clsx';
import { useRef, type KeyboardEvent } from 'react';

interface SegmentProps<V extends string> {
  value: V;
  onChange?: (value: V) => void;
  options: readonly { value: V; label: string }[];
  disabled?: boolean | undefined;
  'aria-label': string;
  className?: string;
}

const STEP: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Shows a choice of few options, all visible; arrow keys choose the next or previous one. */
export function Segment<V extends string>({ value, onChange, options, disabled, className, ...rest }: SegmentProps<V>) {
  const group = useRef<HTMLDivElement>(null);
  const key = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    if (step === undefined || disabled || event.altKey) return;
    event.preventDefault();
    const at = (options.findIndex((option) => option.value === value) + step + options.length) % options.length;
    onChange?.(options[at]!.value);
    group.current?.querySelectorAll('button')[at]?.focus();
  };
  return (
    <div ref={group} {...rest} className={clsx('segment max-md:!h-11', className)} role="radiogroup" onKeyDown={key}>
      {options.map((option) => {
        const on = option.value === value;
        // without a choice, the first option is in the tab order
        const reached = on || (option === options[0] && options.every((one) => one.value !== value));
        return (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={on}
            tabIndex={reached ? 0 : -1}
            disabled={disabled}
            className={clsx('justify-center', on && 'is-on', disabled && 'cursor-not-allowed')}
            onClick={() => onChange?.(option.value)}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
