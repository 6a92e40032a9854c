import { useEffect, useId, useMemo, useState } from 'react';
import { DateInput, type DateInputProps } from '../inputs/DateInput.tsx';
import { FieldContext } from '../inputs/field-context.ts';
import { Button } from '../feedback/Button.tsx';
import type { Period } from './period-steps.ts';

interface PeriodFormProps {
  period: Period;
  onPeriod(period: Period): void;
}

/** Form for a free period (data inizio, data fine). The period changes only when FILTRA is pressed. */
export function PeriodForm({ period: { dal: from, al: to }, onPeriod }: PeriodFormProps) {
  const [draft, setDraft] = useState<{ dal: string | null; al: string | null }>({ dal: from, al: to });
  useEffect(() => setDraft({ dal: from, al: to }), [from, to]);
  const { dal, al } = draft;
  const backwards = dal !== null && al !== null && al < dal;
  const ready = dal !== null && al !== null && !backwards;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (ready) onPeriod({ dal, al });
  };
  return (
    <form className="flex items-center gap-3 print:hidden max-md:flex-wrap" aria-label="Periodo" onSubmit={submit}>
      <PeriodDate label="data inizio" value={dal} onChange={(value) => setDraft({ ...draft, dal: value })} />
      <PeriodDate label="data fine" value={al} invalid={backwards} onChange={(value) => setDraft({ ...draft, al: value })} />
      <Button
        variant="primary"
        type="submit"
        disabled={!ready}
        className="max-md:!h-11 max-md:w-full"
        title={backwards ? 'La data fine viene prima della data inizio' : undefined}
      >
        FILTRA
      </Button>
    </form>
  );
}

const silent = () => {};

/** Shows a date with its label beside it; on a phone, above it. */
function PeriodDate({ label, invalid = false, ...input }: { label: string } & Pick<DateInputProps, 'value' | 'onChange' | 'invalid'>) {
  const id = useId();
  const field = useMemo(() => ({ id, describedBy: undefined, invalid, required: true, label: undefined, report: silent }), [id, invalid]);
  return (
    <FieldContext.Provider value={field}>
      <span className="flex items-center gap-2 max-md:min-w-[150px] max-md:flex-1 max-md:flex-col max-md:items-stretch max-md:gap-1">
        <label htmlFor={id} className="whitespace-nowrap text-label font-medium text-ink-2">
          {label}
        </label>
        <DateInput {...input} invalid={invalid} boxClass="!w-[136px] max-md:!h-11 max-md:!w-full" />
      </span>
    </FieldContext.Provider>
  );
}
