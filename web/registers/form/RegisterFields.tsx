import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { RegisterField } from '../fields/RegisterField.tsx';
import type { FieldErrors } from './form-state.ts';
import type { FieldValue } from '../fields/types.ts';

export interface RegisterFieldsProps {
  def: AnyRegister;
  values: Values;
  errors?: FieldErrors;
  set?(fieldName: string, value: FieldValue): void;
  touch?(fieldName: string): void;
  /** May this field take input? */
  enabled?(fieldName: string): boolean;
  /** The whole form only shows: an older version. */
  readOnly?: boolean;
  /** Fields that never take input here: the key of a record that exists. */
  locked?: readonly string[];
  hints?: Readonly<Record<string, string>>;
  hidden?: readonly string[];
  /** Fields that the screen draws itself. */
  drawn?: Readonly<Record<string, ReactNode>>;
}

const WIDE = ['', 'md:col-span-6', 'md:col-span-3', 'md:col-span-2'];
const nothing = () => {};

/** The fields in the sections and rows of the definition, on a grid of six. */
export function RegisterFields({ def, values, errors = {}, set = nothing, touch, enabled, readOnly = false, locked = [], hints = {}, hidden = [], drawn = {} }: RegisterFieldsProps) {
  return def.form.sections.map((section, s) => (
    <fieldset key={section.title ?? s} className="form-section min-w-0">
      {section.title ? <legend className="form-legend float-left w-full">{section.title}</legend> : null}
      <div className="clear-both grid gap-5">
        {section.rows.map((row) => row.filter((fieldName) => !hidden.includes(fieldName))).map((row) => (
          <div key={row.join()} className={clsx('grid grid-cols-1 gap-x-4 gap-y-5', row.length === 4 ? 'md:grid-cols-4' : 'md:grid-cols-6')}>
            {row.map((fieldName) => (fieldName in drawn ? <div key={fieldName} className={clsx('min-w-0 max-md:empty:hidden', row.length === 4 ? undefined : WIDE[row.length])}>{drawn[fieldName]}</div> : (
              <RegisterField
                key={fieldName}
                def={def}
                campo={fieldName}
                value={values[fieldName] ?? null}
                onChange={(value) => set(fieldName, value)}
                onLeave={touch ? () => touch(fieldName) : nothing}
                error={errors[fieldName]}
                hint={hints[fieldName]}
                disabled={enabled ? !enabled(fieldName) : false}
                readOnly={readOnly || locked.includes(fieldName) || def.fields[fieldName]?.computed === true}
                className={row.length === 4 ? undefined : WIDE[row.length]}
              />
            )))}
          </div>
        ))}
      </div>
    </fieldset>
  ));
}
