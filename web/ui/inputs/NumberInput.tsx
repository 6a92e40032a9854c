import { forwardRef, useEffect, useState, type ReactNode } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { numberToEdit, parseNumber } from '#web/lib/numbers.ts';
import { useControl, useField } from './field-context.ts';
import { InputBox, type InputState } from './InputBox.tsx';

export interface NumberInputProps extends InputState {
  value: number | null;
  onChange?: (value: number | null) => void;
  unit?: ReactNode;
  /** Content before the number. */
  prefix?: ReactNode;
  decimals?: number;
  /** Minimum of decimals shown when not being edited. */
  least?: number;
  /** False for a year: no dot among its digits. */
  grouped?: boolean;
  'aria-label'?: string;
  placeholder?: string;
  boxClass?: string;
}

/**
 * Number field: accepts comma and dot, shows Italian separators when not focused. Unreadable text stays as typed, is reported to the Field,
 * and counts as no value.
 */
export const NumberInput = forwardRef<HTMLInputElement, NumberInputProps>(function NumberInput(
  { value, onChange, unit, prefix, decimals = 2, least = 0, grouped = true, disabled, readOnly, invalid, boxClass = '', ...rest },
  ref,
) {
  const control = useControl();
  const { report } = useField();
  const [text, setText] = useState<string | null>(null);
  // a value set from outside (a reset, another person's value) replaces an unreadable text
  useEffect(() => {
    if (value !== null) {
      report(null);
      setText((t) => (t !== null && parseNumber(t, decimals) !== value ? null : t));
    }
  }, [value, decimals, report]);
  const change = (typed: string) => {
    setText(typed);
    const parsed = parseNumber(typed, decimals);
    report(null);
    onChange?.(parsed ?? null);
  };
  const leave = () => {
    if (text === null) return;
    if (parseNumber(text, decimals) !== undefined) return setText(null);
    report(decimals === 0 ? 'Serve un numero intero' : `Serve un numero, al massimo con ${decimals} decimali`);
  };
  return (
    <InputBox
      disabled={disabled}
      readOnly={readOnly}
      invalid={invalid}
      className={`num ${boxClass}`}
      start={prefix ? <span className="text-ink-3">{prefix}</span> : undefined}
      end={unit ? <span className="input-unit">{unit}</span> : undefined}
    >
      <input
        type="text"
        inputMode={decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        {...control}
        {...rest}
        ref={ref}
        className="text-right"
        value={text ?? (grouped ? formatNumber(value, decimals, least) : numberToEdit(value))}
        disabled={disabled}
        readOnly={readOnly}
        onFocus={(event) => {
          if (readOnly || text !== null) return;
          const input = event.target;
          // set the value now, not at the next render: code that selects the text on focus must find the final text
          input.value = numberToEdit(value);
          setText(input.value);
          // runs after the press that moved the focus, unless the person has already typed a digit
          const shown = input.value;
          requestAnimationFrame(() => {
            if (input.value === shown) input.select();
          });
        }}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
      />
    </InputBox>
  );
});
