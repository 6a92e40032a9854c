import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { FieldContext } from './field-context.ts';

export interface FieldProps {
  label: ReactNode;
  required?: boolean | undefined;
  error?: string | null | undefined;
  hint?: ReactNode;
  /** Several controls under one label (radio buttons): a group instead of a label. */
  group?: boolean;
  /** Name of the field; a form finds its first wrong field by this name. */
  name?: string | undefined;
  className?: string | undefined;
  /** Called when the focus leaves the control. */
  onLeave?: (() => void) | undefined;
  children: ReactNode;
}

/** Shows a label, a control and the field's message. The control receives id and aria attributes through the context. */
export function Field({ label, required = false, error, hint, group = false, name, className, onLeave, children }: FieldProps) {
  const id = useId();
  const [reported, report] = useState<string | null>(null);
  const message = error || reported;
  const describedBy = message ? `${id}-e` : hint ? `${id}-h` : undefined;
  const info = useMemo(
    () => ({ id, describedBy, invalid: Boolean(message), required, label: typeof label === 'string' ? label : undefined, report }),
    [id, describedBy, message, required, label],
  );
  const text = (
    <>
      {label}
      {required ? (
        <span className="field-req" aria-hidden="true">
          *
        </span>
      ) : null}
    </>
  );
  return (
    <div
      className={clsx('field', className)}
      data-campo={name}
      onBlur={onLeave}
      {...(group ? { role: 'group', 'aria-labelledby': `${id}-l` } : {})}
    >
      {group ? (
        <span id={`${id}-l`} className="field-label">
          {text}
        </span>
      ) : (
        <label id={`${id}-l`} htmlFor={id} className="field-label">
          {text}
        </label>
      )}
      <FieldContext.Provider value={info}>{children}</FieldContext.Provider>
      {message ? (
        <span id={`${id}-e`} className={clsx('field-error', !hint && 'is-afloat')} role="alert" title={message}>
          <CircleAlert className="icon-sm flex-none" aria-hidden />
          <span className="min-w-0">{message}</span>
        </span>
      ) : hint ? (
        <span id={`${id}-h`} className="field-hint">
          {hint}
        </span>
      ) : null}
    </div>
  );
}
