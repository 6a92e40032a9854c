import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { Dot, type DotState } from './Dot.tsx';
import { Progress } from './Progress.tsx';
import { DURATION, hasTimer, type Snack, type SnackKind } from './snackbar-store.ts';

const DOT: Record<SnackKind, DotState> = { success: 'ok', error: 'danger', warn: 'alert', info: 'queue', progress: 'run' };

/** Goes by itself after 6 s, which stop while the pointer or the focus is on it. */
export function SnackItem({ snack, onClose }: { snack: Snack; onClose: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  const timed = hasTimer(snack);
  useEffect(() => {
    if (!timed || held) return;
    const timer = setTimeout(() => onClose(snack.id), DURATION);
    return () => clearTimeout(timer);
  }, [timed, held, snack.id, onClose]);
  return (
    <div
      className="snack pointer-events-auto max-w-full animate-[rise_160ms_cubic-bezier(.2,0,0,1)]"
      role={snack.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Dot state={DOT[snack.kind]} label="" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{snack.text}</p>
        {snack.detail ? <p className="break-words text-label text-ink-3">{snack.detail}</p> : null}
        {snack.kind === 'progress' ? <Progress className="mt-2" value={snack.value ?? 0} label={snack.text} /> : null}
        {snack.action ? (
          <button
            type="button"
            className="link mt-1 text-label"
            onClick={() => {
              snack.action?.onClick();
              onClose(snack.id);
            }}
          >
            {snack.action.label}
          </button>
        ) : null}
      </div>
      <Button variant="ghost" size="sm" className="btn-icon" aria-label="Chiudi avviso" onClick={() => onClose(snack.id)}>
        <X className="icon-sm" aria-hidden />
      </Button>
    </div>
  );
}
