import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { choiceScope } from '#contracts/core/choices.ts';
import type { RefField } from '#contracts/core/fields.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { useCatalogue } from '../catalogue-context.ts';
import { loadSelector, optionOf, selectedOptions } from '../selector.api.ts';
import { useInlineCreation } from './create-context.ts';
import { asText, type FieldInputProps } from './types.ts';

/** Selects a record of another register; the plus button creates one there. */
export function RefFieldInput({ campo, field, value, onChange, disabled, readOnly }: FieldInputProps<RefField>) {
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const load = useMemo(() => loadSelector(catalogue, client, field), [catalogue, client, field]);
  const valueText = asText(value);
  const chooses = choiceScope(catalogue, useIdentity(), catalogue.registerOrThrow(field.register)) !== 'none';
  const { data: rows } = useQuery(selectedOptions(catalogue, field, chooses ? valueText : null));
  const creation = useInlineCreation();
  const creatable = field.creatable === true && !disabled && !readOnly && creation.permits(field.register);
  const create = (text: string) => creation.create(campo, field, text);
  return (
    <div className="field-row">
      <Combobox
        value={valueText}
        onChange={(next) => onChange(field.numeric && next !== null ? Number(next) : next)}
        load={load}
        selected={rows?.[0] ? optionOf(catalogue, field, rows[0]) : null}
        {...(creatable ? { onCreate: create } : {})}
        disabled={disabled}
        readOnly={readOnly}
        boxClass="tel-input min-w-0"
      />
      {creatable ? (
        <IconButton
          icon={Plus}
          variant="secondary"
          label={`Crea ${catalogue.register(field.register)?.labels.one ?? ''}`}
          className="tel-icon"
          onClick={() => create('')}
        />
      ) : null}
    </div>
  );
}
