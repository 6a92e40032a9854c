import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Shows a switch as a chip, large enough for a finger. */
export function Chip({ on, onChange, children }: { on: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
  return (
    <button type="button" role="switch" aria-checked={on} className={clsx('tel-chip', on && 'is-on')} onClick={() => onChange(!on)}>
      {children}
    </button>
  );
}
