import type { ComponentProps } from 'react';
import { RegisterField } from '../fields/RegisterField.tsx';
import { useOpenFields, useOpenRecord } from './form-context.ts';
import { RegisterFields } from './RegisterFields.tsx';

type Own = Pick<ComponentProps<typeof RegisterFields>, 'hints' | 'hidden' | 'drawn'> & {
  /** In place of the form's own, where setting one field sets another. */
  set?: ComponentProps<typeof RegisterFields>['set'];
  /** Further fields that never take input. */
  locked?: readonly string[];
};

/** The fields of the form, laid out as its definition says. */
export function FormFields({ locked = [], ...own }: Own) {
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
      {...own}
    />
  );
}

/** One field of the form, where a screen lays them out itself. */
export function FormField({ campo, locked: here = false, className }: { campo: string; locked?: boolean; className?: string }) {
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
      readOnly={readOnly || here || locked.includes(campo)}
    />
  );
}
