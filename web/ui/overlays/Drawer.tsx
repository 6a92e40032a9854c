import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import type { ReactNode } from 'react';

/** Comes in from the right over the page. */
export function Drawer({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <HeadlessDialog open onClose={onClose} aria-label={label} className="fixed inset-0 z-dialog">
      <DialogBackdrop className="scrim" />
      <div className="fixed inset-y-0 right-0 z-dialog flex w-full max-w-[420px]">
        <DialogPanel className="flex w-full animate-[slide-in_220ms_cubic-bezier(.2,0,0,1)] flex-col bg-surface shadow-dialog">{children}</DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
