import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '#web/ui/feedback/Button.tsx';

interface SaveButtonProps extends ButtonProps {
  /** Why the form cannot be saved; `null`: it can. */
  blocked: string | null;
  /** Id of the hint with that reason. */
  hint: string;
}

/**
 * Save button of a dialog. When blocked it stays focusable and is described by the hint; a press moves the focus
 * to the first wrong field.
 */
export function SaveButton({ blocked, hint, ...button }: SaveButtonProps) {
  return <Button {...button} aria-disabled={blocked !== null || undefined} aria-describedby={blocked === null ? undefined : hint} />;
}

/** Hint beside the button. Always mounted, so that a screen reader announces its changes. */
export function SaveHint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span id={id} role="status" className="mr-auto min-w-0 flex-1 text-label text-ink-3 max-md:w-full max-md:flex-none max-md:empty:w-auto">
      {children}
    </span>
  );
}
