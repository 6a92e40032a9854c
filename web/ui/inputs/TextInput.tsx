import type { LucideIcon } from 'lucide-react';
import { forwardRef, type ComponentProps, type ReactNode } from 'react';
import { useControl } from './field-context.ts';
import { InputBox, type InputState } from './InputBox.tsx';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'>, InputState {
  value: string | null;
  onChange?: (value: string) => void;
  icon?: LucideIcon | undefined;
  end?: ReactNode;
  /** Class of the frame. */
  boxClass?: string | undefined;
}

export const TextInput = forwardRef<HTMLInputElement, TextInputProps>(function TextInput(
  { value, onChange, icon: Icon, end, boxClass, disabled, readOnly, invalid, ...rest },
  ref,
) {
  const control = useControl();
  return (
    <InputBox
      disabled={disabled}
      readOnly={readOnly}
      invalid={invalid}
      className={boxClass}
      start={Icon ? <Icon className="icon" aria-hidden /> : undefined}
      end={end}
    >
      <input
        type="text"
        autoComplete="off"
        {...control}
        {...rest}
        ref={ref}
        value={value ?? ''}
        disabled={disabled}
        readOnly={readOnly}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </InputBox>
  );
});
