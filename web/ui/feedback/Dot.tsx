import clsx from 'clsx';

export type DotState = 'ok' | 'danger' | 'warn' | 'due' | 'run' | 'queue' | 'absent' | 'none' | 'alert';

const GLYPH: Record<DotState, string[]> = {
  ok: ['M2 5.4 4.1 7.5 8 2.9'],
  danger: ['M5 1.8v3.7', 'M5 8.2v.01'],
  alert: ['M5 1.8v3.7', 'M5 8.2v.01'],
  warn: ['M5 2v3.2l2 1.3'],
  due: ['M5 2v3.2l2 1.3'],
  run: ['M8 5a3 3 0 1 1-1.2-2.4'],
  queue: ['M2.5 5h.01M5 5h.01M7.5 5h.01'],
  absent: [],
  none: ['M2.5 5h5'],
};
const WORD: Record<DotState, string> = {
  ok: 'Presente',
  danger: 'Scaduto',
  alert: 'Attenzione',
  warn: 'In scadenza',
  due: 'Manutenzione',
  run: 'In esecuzione',
  queue: 'In coda',
  absent: 'Assente',
  none: 'Non richiesto',
};

// class names are written out, because Tailwind keeps only names that it finds in the source
const DOT: Record<DotState, string> = {
  ok: 'dot-ok',
  danger: 'dot-danger',
  alert: 'dot-warn',
  warn: 'dot-warn',
  due: 'dot-due',
  run: 'dot-run',
  queue: 'bg-pressed !text-ink-2',
  absent: 'dot-absent',
  none: 'dot-none',
};

const SQUARE: Partial<Record<DotState, string>> = {
  ok: 'sq-ok',
  danger: 'sq-danger',
  warn: 'sq-warn',
  absent: 'sq-absent',
  none: 'sq-none',
};

function Glyph({ state }: { state: DotState }) {
  return (
    <svg
      viewBox="0 0 10 10"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {GLYPH[state].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

interface DotProps {
  state: DotState;
  /** Accessible name; default: the word of the state. Empty if the word is written beside the dot. */
  label?: string;
  className?: string;
}

export function Dot({ state, label = WORD[state], className }: DotProps) {
  const role = label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true };
  return (
    <span className={clsx('dot', DOT[state], className)} {...role}>
      <Glyph state={state} />
    </span>
  );
}

/** Shows a state as a square, for a matrix with many cells side by side. */
export function Square({ state, label = WORD[state] }: Pick<DotProps, 'label'> & { state: 'ok' | 'danger' | 'warn' | 'absent' | 'none' }) {
  const role = label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true };
  return (
    <span className={clsx('sq', SQUARE[state])} {...role}>
      <Glyph state={state} />
    </span>
  );
}
