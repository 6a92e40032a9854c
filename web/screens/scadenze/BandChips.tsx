import clsx from 'clsx';
import { BAND_NAMES } from '#contracts/modules/scadenze/board-words.ts';
import { FASCE, type Fascia } from '#contracts/modules/scadenze/due-date.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useRoving } from '#web/lib/use-roving.ts';
import { BANDS } from './bands.ts';

interface BandChipsProps {
  counts: Readonly<Record<Fascia, number>> | undefined;
  chosen: string | undefined;
  onChoose(fascia: Fascia | null): void;
}

const TONE = { danger: 'text-danger-ink', warn: 'text-warn-ink', neutral: 'text-ink-3' } as const;

/** Shows the bands with their counts; a press narrows the board to one band, a second press clears it. */
export function BandChips({ counts, chosen, onChoose }: BandChipsProps) {
  const row = useRoving<HTMLDivElement>();
  return (
    <div
      {...row}
      role="toolbar"
      aria-label="Fasce"
      className="grid auto-cols-[minmax(120px,1fr)] grid-flow-col gap-2 overflow-x-auto pb-3 max-md:-mx-4 max-md:px-4 max-md:pt-3 print:hidden"
    >
      {FASCE.map((fascia) => {
        const { tone, icon: Icon } = BANDS[fascia];
        const on = chosen === fascia;
        const count = counts?.[fascia];
        return (
          <button
            key={fascia}
            type="button"
            aria-pressed={on}
            className={clsx(
              'panel flex h-14 flex-col justify-center px-3 text-left hover:border-line-strong',
              on && '!border-accent bg-accent-soft',
            )}
            onClick={() => onChoose(on ? null : fascia)}
          >
            <span className="flex items-center gap-1.5 whitespace-nowrap text-label text-ink-2">
              <Icon className={clsx('h-3.5 w-3.5 flex-none', count === 0 ? 'text-ink-3' : TONE[tone as keyof typeof TONE])} aria-hidden />
              {BAND_NAMES[fascia]}
            </span>
            <span className={clsx('num text-touch font-semibold', count === 0 && 'text-ink-3')}>
              {count === undefined ? '…' : formatNumber(count, 0)}
            </span>
          </button>
        );
      })}
    </div>
  );
}
