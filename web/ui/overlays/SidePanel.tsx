import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNarrow } from '#web/lib/use-media.ts';
import { Count } from '../feedback/Badge.tsx';
import { IconButton } from '../feedback/IconButton.tsx';

interface SidePanelProps {
  title: string;
  count?: number | undefined;
  /** Controls beside the title, such as a filter. */
  tools?: ReactNode;
  /** Fills the whole screen below 1201 px, for documents to read. */
  full?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a panel at the right of a page, in view while the page scrolls; below 1201 px, as a drawer. */
export function SidePanel({ title, count, tools, full = false, onClose, children }: SidePanelProps) {
  const narrow = useNarrow();
  const content = (
    <>
      <header className="flex h-12 flex-none items-center justify-between gap-2 border-b border-line pl-4 pr-2">
        <h2 className="flex min-w-0 items-center gap-2 text-label font-semibold tracking-action">
          <span className="truncate">{title}</span>
          {count === undefined ? null : <Count value={count} />}
        </h2>
        <span className="flex flex-none items-center gap-1">
          {tools}
          <IconButton icon={X} label={`Chiudi ${title}`} size="sm" onClick={onClose} />
        </span>
      </header>
      <div className={clsx('min-h-0 flex-1', full && narrow ? 'overflow-hidden' : 'overflow-y-auto')}>{children}</div>
    </>
  );
  if (narrow)
    return (
      <Drawer label={title} full={full} onClose={onClose}>
        {content}
      </Drawer>
    );
  return (
    <aside className="panel sticky top-[var(--under-head)] flex max-h-[calc(100vh-var(--under-head)-16px)] flex-col" aria-label={title}>
      {content}
    </aside>
  );
}

/** Drawer that slides over the page from the right. */
function Drawer({ label, full, onClose, children }: { label: string; full: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <HeadlessDialog open onClose={onClose} aria-label={label} className="fixed inset-0 z-dialog">
      <DialogBackdrop className="scrim" />
      <div className={clsx('fixed inset-y-0 bottom-strip right-0 z-dialog flex w-full md:top-bar', !full && 'max-w-[420px]')}>
        <DialogPanel className="flex w-full animate-[slide-in_220ms_cubic-bezier(.2,0,0,1)] flex-col bg-surface shadow-dialog">
          {children}
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
