import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '../feedback/Button.tsx';
import { IconButton } from '../feedback/IconButton.tsx';
import { Segment } from '../inputs/Segment.tsx';
import { periodAround, periodLabel, stepPeriod, UNITS, unitOf, type Period, type Unit } from './period-steps.ts';

interface PeriodBarProps {
  period: Period;
  onPeriod(period: Period): void;
  /** `YYYY-MM-DD` in Rome. */
  today: string;
}

/** Value of the segment when the period is no whole week, month or year. */
const FREE = '';

/** Shows the period with buttons for previous and next, its unit, and a way back to today. Left and right arrow keys move the period. */
export function PeriodBar({ period, onPeriod, today }: PeriodBarProps) {
  const unit = unitOf(period);
  const key = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    // the segment handles arrow keys itself, to choose the unit
    if (step === null || event.defaultPrevented || event.altKey) return;
    event.preventDefault();
    onPeriod(stepPeriod(period, step));
  };
  // the new period contains today if the old one did, else the old one's first day
  const chooseUnit = (next: Unit) => onPeriod(periodAround(next, period.dal <= today && today <= period.al ? today : period.dal));
  const currentPeriod = periodAround(unit ?? 'mese', today);
  return (
    <div role="group" aria-label="Periodo" className="flex flex-wrap items-center gap-2 print:hidden" onKeyDown={key}>
      <div className="flex items-center max-md:w-full">
        <IconButton
          icon={ChevronLeft}
          label="Periodo prima"
          className="max-md:!h-11 max-md:!w-11"
          onClick={() => onPeriod(stepPeriod(period, -1))}
        />
        <span className="num min-w-[148px] flex-1 px-1 text-center text-body font-semibold" aria-live="polite">
          {periodLabel(period)}
        </span>
        <IconButton
          icon={ChevronRight}
          label="Periodo dopo"
          className="max-md:!h-11 max-md:!w-11"
          onClick={() => onPeriod(stepPeriod(period, 1))}
        />
      </div>
      <Segment<Unit | typeof FREE>
        aria-label="Lunghezza"
        value={unit ?? FREE}
        options={UNITS}
        onChange={(next) => next !== FREE && chooseUnit(next)}
      />
      <Button className="max-md:!h-11" disabled={period.dal <= today && today <= period.al} onClick={() => onPeriod(currentPeriod)}>
        Oggi
      </Button>
    </div>
  );
}
