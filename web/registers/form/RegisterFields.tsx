import clsx from 'clsx';
import type { ReactNode } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { NameOf } from '#contracts/core/typed-record.ts';
import type { Field, FieldKind } from '#contracts/core/fields.ts';
import { RegisterField } from '../fields/RegisterField.tsx';
import type { FieldErrors } from './form-state.ts';
import type { FieldValue } from '../fields/types.ts';

/** Fields of register `D` that a screen draws itself. */
export type CustomFields<D extends AnyRegister> = Readonly<Partial<Record<NameOf<D>, ReactNode>>>;

export interface RegisterFieldsProps {
  def: AnyRegister;
  values: Values;
  errors?: FieldErrors;
  set?(fieldName: string, value: FieldValue): void;
  touch?(fieldName: string): void;
  /** Tells whether a field takes input. */
  enabled?(fieldName: string): boolean;
  /** Makes the whole form read-only, as for an older version. */
  readOnly?: boolean;
  /** Fields that never take input: the key of an existing record. */
  locked?: readonly string[];
  hints?: Readonly<Record<string, ReactNode>>;
  hidden?: readonly string[];
  /** Fields drawn by the screen itself. */
  customFields?: Readonly<Record<string, ReactNode>>;
}

/** Grid classes by the number of fields in the form's longest row; short forms stay narrow. */
const RHYTHM = ['', 'max-w-[520px]', 'md:grid-cols-2 max-w-[1040px]', 'md:grid-cols-3', 'md:grid-cols-4'];
/** Kinds of field that grow with their content and take the whole width when alone in a row. */
const LONG: ReadonlySet<FieldKind> = new Set(['note', 'multi']);
/** Tells whether a field takes the whole width: also a reference with details, which must not be cut. */
const isLong = (field: Field | undefined): boolean =>
  field !== undefined && (LONG.has(field.kind) || (field.kind === 'ref' && field.show.length > 1));
const nothing = () => {};

/** Shows the fields in the sections and rows of the definition. */
export function RegisterFields({
  def,
  values,
  errors = {},
  set = nothing,
  touch,
  enabled,
  readOnly = false,
  locked = [],
  hints = {},
  hidden = [],
  customFields = {},
}: RegisterFieldsProps) {
  const rhythm = RHYTHM[Math.min(4, Math.max(...def.form.sections.flatMap(({ rows }) => rows.map((row) => row.length))))];
  return def.form.sections.map((section, s) => (
    <fieldset key={section.title ?? s} className="form-section min-w-0">
      {section.title ? <legend className="form-legend float-left w-full">{section.title}</legend> : null}
      <div className="clear-both grid gap-5">
        {section.rows
          .map((row) => row.filter((fieldName) => !hidden.includes(fieldName)))
          .map((row) => (
            <div key={row.join()} className={clsx('grid grid-cols-1 gap-x-4 gap-y-5', rhythm)}>
              {row.map((fieldName) =>
                fieldName in customFields ? (
                  <div key={fieldName} className="min-w-0 max-md:empty:hidden">
                    {customFields[fieldName]}
                  </div>
                ) : (
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
                    className={row.length === 1 && isLong(def.fields[fieldName]) ? 'col-span-full' : undefined}
                  />
                ),
              )}
            </div>
          ))}
      </div>
    </fieldset>
  ));
}
