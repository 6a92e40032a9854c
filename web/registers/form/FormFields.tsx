import type { ComponentProps } from 'react';
import { RegisterField } from '../fields/RegisterField.tsx';
import { useOpenFields, useOpenRecord } from './form-context.ts';
import { RegisterFields } from './RegisterFields.tsx';

type Own = Pick<ComponentProps<typeof RegisterFields>, 'hints' | 'hidden' | 'customFields'> & {
  /** Replaces the form's setter, where setting one field also sets another. */
  set?: ComponentProps<typeof RegisterFields>['set'];
  /** Further fields that never take input. */
  locked?: readonly string[];
};

/** Shows the form's fields, laid out by the definition. */
export function FormFields({ locked = [], ...props }: Own) {
  const { def } = useOpenRecord();
  const { form, enabled, readOnly, locked: keys } = useOpenFields();
  return (
    <RegisterFields
      def={def}
      values={form.values}
      errors={form.errors}
      set={form.set}
      touch={form.touch}
      enabled={enabled}
      readOnly={readOnly}
      locked={[...keys, ...locked]}
      {...props}
    />
  );
}

/** Shows one field of the form, for screens with a layout of their own. */
export function FormField({ campo, locked: fieldLocked = false, className }: { campo: string; locked?: boolean; className?: string }) {
  const { def } = useOpenRecord();
  const { form, enabled, readOnly, locked } = useOpenFields();
  return (
    <RegisterField
      def={def}
      campo={campo}
      value={form.values[campo] ?? null}
      className={className}
      error={form.errors[campo]}
      onChange={(value) => form.set(campo, value)}
      onLeave={() => form.touch(campo)}
      disabled={!enabled(campo)}
      readOnly={readOnly || fieldLocked || locked.includes(campo)}
    />
  );
}
