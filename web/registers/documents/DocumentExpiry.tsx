import clsx from 'clsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatScadenza, todayInRome } from '#web/lib/format.ts';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { FieldContext } from '#web/ui/inputs/field-context.ts';
import { Switch } from '#web/ui/inputs/Switch.tsx';
import { scadenzaTone } from '../list/deadline.ts';

interface DocumentExpiryProps {
  /** Name of the document: "Assicurazione". */
  nome: string;
  /** Field of the record that holds the date. */
  campo: string;
  value: string | null;
  onChange(value: string | null): void;
  disabled: boolean;
}

/**
 * Shows whether and when a document expires: a switch, a date and the time left. The date shows only while the switch is on; switching off
 * clears it.
 */
export function DocumentExpiry({ nome, campo, value, onChange, disabled }: DocumentExpiryProps) {
  const box = useRef<HTMLDivElement>(null);
  const [on, setOn] = useState(value !== null);
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => {
    // the value changed from outside: another version of the record was loaded
    if (value !== null) setOn(true);
    else if (!box.current?.contains(document.activeElement)) setOn(false);
  }, [value]);
  const field = useMemo(
    () => ({ id: '', describedBy: undefined, invalid: wrong !== null, required: false, label: `Scadenza ${nome}`, report: setWrong }),
    [wrong, nome],
  );
  const today = todayInRome();
  const tone = scadenzaTone(value, today);
  const expired = tone === 'danger-solid';
  const toggle = (next: boolean) => {
    setOn(next);
    setWrong(null);
    if (!next) onChange(null);
  };
  return (
    <div ref={box} className="doc-expiry" data-campo={campo}>
      <Switch
        className="w-[98px]"
        checked={on}
        danger={expired}
        disabled={disabled}
        onChange={toggle}
        label={
          <>
            Scadenza<span className="sr-only"> {nome}</span>
          </>
        }
      />
      {on ? (
        <>
          <FieldContext.Provider value={field}>
            <DateInput
              value={value}
              onChange={onChange}
              disabled={disabled}
              invalid={expired}
              aria-label={`Data di scadenza, ${nome}`}
              boxClass="w-[126px] max-md:w-[156px] md:!h-7"
            />
          </FieldContext.Provider>
          <span
            className={clsx(
              'num text-label md:w-[124px]',
              wrong || expired ? 'font-medium text-danger-ink' : tone === 'warn' ? 'font-medium text-warn-ink' : 'text-ink-3',
            )}
            role={wrong ? 'alert' : undefined}
          >
            {wrong ?? (value ? formatScadenza(value, today) : '')}
          </span>
        </>
      ) : null}
    </div>
  );
}
