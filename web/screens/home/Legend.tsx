import type { Serie } from './model.ts';

interface LegendProps {
  series: readonly Serie[];
  hidden: ReadonlySet<number>;
  onToggle(index: number): void;
}

/** Which colour is what; a press takes a series out of the drawing and back. */
export function Legend({ series, hidden, onToggle }: LegendProps) {
  return (
    <ul className="flex max-h-12 flex-wrap gap-x-1 overflow-y-auto" aria-label="Legenda">
      {series.map(({ name, color }, i) => (
        <li key={name}>
          <button type="button" aria-pressed={!hidden.has(i)} className={`flex h-6 items-center gap-2 rounded-control px-1.5 text-label font-medium hover:bg-hover max-md:h-8 ${hidden.has(i) ? 'text-ink-3 line-through' : 'text-ink-2'}`} onClick={() => onToggle(i)}>
            <span className={`swatch ${hidden.has(i) ? 'border border-line-input' : ''}`} style={hidden.has(i) ? undefined : { backgroundColor: `rgb(${color})` }} />{name}
          </button>
        </li>
      ))}
    </ul>
  );
}
