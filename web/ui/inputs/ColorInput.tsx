import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { SERIES_COLORS } from '#contracts/core/series-colors.ts';
import { useDismiss } from '#web/lib/use-dismiss.ts';
import { drawnColor } from '#web/lib/record-color.ts';
import { useControl, useField } from './field-context.ts';
import { Floating } from '../overlays/Floating.tsx';
import { InputBox, type InputState } from './InputBox.tsx';

const HEX = /^#?([0-9a-f]{6})$/i;

export interface ColorInputProps extends InputState {
  /** `#RRGGBB`. */
  value: string | null;
  onChange?: (value: string | null) => void;
  'aria-label'?: string;
}

export function ColorInput({ value, onChange, disabled, readOnly, invalid, ...rest }: ColorInputProps) {
  const control = useControl();
  const { report } = useField();
  const box = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState<string | null>(null);
  useDismiss(box, open, () => setOpen(false));
  useEffect(() => {
    setText(null);
    report(null);
  }, [value, report]);
  const type = (typed: string) => {
    const match = HEX.exec(typed.trim());
    setText(typed);
    report(null);
    if (match) onChange?.(`#${match[1]?.toUpperCase()}`);
    else if (typed.trim() === '') onChange?.(null);
  };
  const leave = () => {
    if (text?.trim() && !HEX.test(text.trim())) report('Serve un colore come #2C6E8C');
  };
  const pick = (color: string) => {
    onChange?.(color);
    setOpen(false);
    box.current?.querySelector('input')?.focus();
  };
  const locked = disabled || readOnly;
  return (
    <InputBox ref={box} disabled={disabled} readOnly={readOnly} invalid={invalid}>
      <span
        className="swatch !h-4 !w-4 !rounded-badge border border-line"
        style={{ backgroundColor: value ? drawnColor(value) : 'transparent' }}
        aria-hidden="true"
      />
      <input
        {...control}
        {...rest}
        type="text"
        className="num"
        autoComplete="off"
        spellCheck={false}
        placeholder={locked ? '' : '#2C6E8C'}
        value={text ?? value ?? ''}
        disabled={disabled}
        readOnly={readOnly}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      {locked ? null : (
        <button type="button" className="text-ink-3" aria-label="Scegli un colore" aria-expanded={open} onClick={() => setOpen(!open)}>
          <ChevronDown className="icon-sm" aria-hidden />
        </button>
      )}
      {open ? (
        <Floating anchor={box} className="menu w-60 !p-2" role="group" aria-label="Colori proposti">
          <div className="grid grid-cols-5 gap-1">
            {SERIES_COLORS.map(([name, color]) => (
              <button
                key={name}
                type="button"
                title={name}
                aria-label={`${name}, ${color}`}
                aria-pressed={color === value}
                className="grid h-10 place-items-center rounded-control hover:bg-ink/[.06] aria-pressed:ring-2 aria-pressed:ring-inset aria-pressed:ring-accent"
                onClick={() => pick(color)}
              >
                <span className="h-6 w-6 rounded-control" style={{ backgroundColor: color }} />
              </button>
            ))}
          </div>
        </Floating>
      ) : null}
    </InputBox>
  );
}
