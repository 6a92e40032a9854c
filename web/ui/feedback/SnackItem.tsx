import clsx from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { Button } from './Button.tsx';
import { Dot, type DotState } from './Dot.tsx';
import { Progress } from './Progress.tsx';
import { durationOf, hasTimer, type Snack, type SnackKind } from './snackbar-store.ts';

const DOT: Record<SnackKind, DotState> = { success: 'ok', error: 'danger', warn: 'alert', info: 'queue', progress: 'run' };

/** Horizontal distance in px beyond which a finger's movement counts as a swipe. */
const SWIPE = 32;

interface SnackItemProps {
  snack: Snack;
  /** On a phone a tap or a swipe closes the message. */
  phone: boolean;
  onClose(id: number): void;
}

/** Shows a message that closes after its duration. The timer stops while the pointer or the focus is on the message. */
export function SnackItem({ snack, phone, onClose }: SnackItemProps) {
  const [paused, setPaused] = useState(false);
  const timed = hasTimer(snack);
  const duration = durationOf(snack);
  useEffect(() => {
    if (!timed || paused) return;
    const timer = setTimeout(() => onClose(snack.id), duration);
    return () => clearTimeout(timer);
  }, [timed, paused, duration, snack.id, onClose]);
  const from = useRef<number | null>(null);
  const finger = phone
    ? {
        onPointerDown: (event: PointerEvent) => {
          from.current = event.clientX;
        },
        onPointerUp: (event: PointerEvent) => {
          if (from.current !== null && Math.abs(event.clientX - from.current) > SWIPE) onClose(snack.id);
        },
        // closes on click, not when the finger is lifted: the press would go through to the element under the message
        onClick: () => onClose(snack.id),
      }
    : {};
  // an error is shown whole; any other message is cut to one or two lines
  const lines = phone && snack.kind !== 'error' ? (snack.detail ? 'line-clamp-1' : 'line-clamp-2') : '';
  return (
    <div
      {...finger}
      className="snack pointer-events-auto max-w-full animate-[rise_160ms_cubic-bezier(.2,0,0,1)]"
      role={snack.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Dot state={DOT[snack.kind]} label="" />
      <div className="min-w-0 flex-1">
        <p className={clsx('break-words font-medium', lines)}>{snack.text}</p>
        {snack.detail ? <p className={clsx('break-words text-label text-ink-3', lines)}>{snack.detail}</p> : null}
        {snack.kind === 'progress' ? <Progress className="my-1" value={snack.value ?? 0} label={snack.text} /> : null}
      </div>
      {snack.action ? (
        <button
          type="button"
          className="link flex-none self-center text-label"
          onClick={() => {
            snack.action?.onClick();
            onClose(snack.id);
          }}
        >
          {snack.action.label}
        </button>
      ) : null}
      <Button variant="ghost" size="sm" className="btn-icon" aria-label="Chiudi avviso" onClick={() => onClose(snack.id)}>
        <X className="icon-sm" aria-hidden />
      </Button>
    </div>
  );
}
