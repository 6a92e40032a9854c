import { useState } from 'react';
import { useRoving } from '#web/lib/use-roving.ts';
import type { Serie } from './model.ts';

interface LegendProps {
  series: readonly Serie[];
  hidden: ReadonlySet<number>;
  onToggle(index: number): void;
}

/** Number of series above which the legend is shortened to the first `FIRST`. */
const MANY = 24;
const FIRST = 12;
const ENTRY = 'flex h-6 items-center gap-2 rounded-control px-1.5 text-label font-medium hover:bg-hover max-md:h-11';

/** Shows the legend of a chart. A press hides or shows a series; the legend is one tab stop with arrow keys. */
export function Legend({ series, hidden, onToggle }: LegendProps) {
  const [whole, setWhole] = useState(false);
  const roving = useRoving<HTMLUListElement>();
  const many = series.length > MANY;
  const shown = whole || !many ? series : series.slice(0, FIRST);
  return (
    <ul className="flex flex-wrap gap-x-1" aria-label="Legenda" {...roving}>
      {shown.map(({ name, color }, i) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!hidden.has(i)}
            className={`${ENTRY} ${hidden.has(i) ? 'text-ink-3 line-through' : 'text-ink-2'}`}
            onClick={() => onToggle(i)}
          >
            <span
              className={`swatch ${hidden.has(i) ? 'border border-line-input' : ''}`}
              style={hidden.has(i) ? undefined : { backgroundColor: `rgb(${color})` }}
            />
            {name}
          </button>
        </li>
      ))}
      {many ? (
        <li>
          <button type="button" aria-expanded={whole} className={`${ENTRY} text-accent-ink`} onClick={() => setWhole(!whole)}>
            {whole ? 'Solo le prime' : `Altre (${series.length - FIRST})`}
          </button>
        </li>
      ) : null}
    </ul>
  );
}
