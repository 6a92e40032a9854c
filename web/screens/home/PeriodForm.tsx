import { useEffect, useState } from 'react';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import type { Period } from './period.ts';

interface PeriodFormProps {
  period: Period;
  onPeriod(period: Period): void;
}

/** data inizio, data fine, FILTRA: nothing is asked until it is pressed. */
export function PeriodForm({ period, onPeriod }: PeriodFormProps) {
  const [draft, setDraft] = useState<{ dal: string | null; al: string | null }>(period);
  useEffect(() => setDraft({ dal: period.dal, al: period.al }), [period.dal, period.al]);
  const { dal, al } = draft;
  const backwards = dal !== null && al !== null && al < dal;
  const ready = dal !== null && al !== null && !backwards;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (ready) onPeriod({ dal, al });
  };
  return (
    <form className="flex items-center gap-3 print:hidden max-md:flex-wrap" aria-label="Periodo" onSubmit={submit}>
      <label className="flex items-center gap-2 text-label font-medium text-ink-2 max-md:min-w-[150px] max-md:flex-1 max-md:flex-col max-md:items-start max-md:gap-1">
        data inizio
        <DateInput value={dal} boxClass="!w-[136px] max-md:!h-11 max-md:!w-full" onChange={(value) => setDraft({ ...draft, dal: value })} />
      </label>
      <label className="flex items-center gap-2 text-label font-medium text-ink-2 max-md:min-w-[150px] max-md:flex-1 max-md:flex-col max-md:items-start max-md:gap-1">
        data fine
        <DateInput value={al} invalid={backwards} boxClass="!w-[136px] max-md:!h-11 max-md:!w-full" onChange={(value) => setDraft({ ...draft, al: value })} />
      </label>
      <Button variant="primary" type="submit" disabled={!ready} className="max-md:!h-11 max-md:w-full" title={backwards ? 'La data fine viene prima della data inizio' : undefined}>FILTRA</Button>
    </form>
  );
}
