import { forwardRef } from 'react';
import { NumberInput, type NumberInputProps } from './NumberInput.tsx';

export const MoneyInput = forwardRef<HTMLInputElement, Omit<NumberInputProps, 'prefix' | 'decimals' | 'fixed'>>(function MoneyInput(props, ref) {
  return <NumberInput {...props} ref={ref} prefix="€" decimals={2} fixed />;
});
