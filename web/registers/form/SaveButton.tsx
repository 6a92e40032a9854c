import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '#web/ui/feedback/Button.tsx';

interface SaveButtonProps extends ButtonProps {
  /** What is in the way of saving; `null`: nothing. */
  blocked: string | null;
  /** Id of the hint that says it. */
  hint: string;
}

/**
 * SALVA of a dialog, and its like. While something is in the way it does not save; the keyboard reaches it
 * all the same and hears why, and a press takes the cursor to the first wrong field.
 */
export function SaveButton({ blocked, hint, ...button }: SaveButtonProps) {
  return <Button {...button} aria-disabled={blocked !== null || undefined} aria-describedby={blocked === null ? undefined : hint} />;
}

/** Beside the button: what is still in the way. It is always there, so that a screen reader tells its changes. */
export function SaveHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span id={id} role="status" className="mr-auto min-w-0 flex-1 text-label text-ink-3 max-md:w-full max-md:flex-none max-md:empty:w-auto">
      {children}
    </span>
  );
}
