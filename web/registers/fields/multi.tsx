import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MultiField } from '#contracts/core/fields.ts';
import { MultiCombobox } from '#web/ui/inputs/MultiCombobox.tsx';
import { loadSelector } from '../selector.api.ts';
import { asText, type FieldInputProps } from './types.ts';

const SEPARATOR = ', ';

/** Several values of another register, kept as one text joined by comma and space. */
export function MultiFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<MultiField>) {
  const client = useQueryClient();
  const load = useMemo(() => loadSelector(client, field), [client, field]);
  return (
    <MultiCombobox
      value={asText(value)?.split(SEPARATOR).filter(Boolean) ?? []}
      onChange={(next) => onChange(next.length > 0 ? next.join(SEPARATOR) : null)}
      load={load}
      disabled={disabled}
      readOnly={readOnly}
    />
  );
}
