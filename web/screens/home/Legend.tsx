import { useState } from 'react';
import type { Serie } from './model.ts';

interface LegendProps {
  series: readonly Serie[];
  hidden: ReadonlySet<number>;
  onToggle(index: number): void;
}

/** Hundreds of machines are not read, and nobody steps through them by keyboard to what comes after: more than so many begin with two lines of them. */
const MANY = 24;
const FIRST = 12;
const ENTRY = 'flex h-6 items-center gap-2 rounded-control px-1.5 text-label font-medium hover:bg-hover max-md:h-8';

/** Which colour is what; a press takes a series out of the drawing and back. Of very many the first, the others after a press. */
export function Legend({ series, hidden, onToggle }: LegendProps) {
  const [whole, setWhole] = useState(false);
  const many = series.length > MANY;
  const shown = whole || !many ? series : series.slice(0, FIRST);
  return (
    <ul className="flex max-h-12 flex-wrap gap-x-1 overflow-y-auto" aria-label="Legenda">
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
            {whole ? 'Solo le prime' : `Altre ${series.length - FIRST}`}
          </button>
        </li>
      ) : null}
    </ul>
  );
}
