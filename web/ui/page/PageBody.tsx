import clsx from 'clsx';
import type { ReactNode } from 'react';

interface PageBodyProps {
  /** Panel at the right (history, PDF); below 1201 px, the panel shows itself as a drawer. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Lays out the content under the page head, with an optional panel at the right. */
export function PageBody({ aside, className, children }: PageBodyProps) {
  return (
    <div
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-4 pb-6 pt-4',
        aside && 'lg:grid-cols-[minmax(0,1fr)_352px] wide:grid-cols-[minmax(0,1fr)_384px]',
        className,
      )}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
      {aside}
    </div>
  );
}

/**
 * Sets the page's width: that of the top bar's content, at most 1600 px. On a phone the bottom padding keeps the
 * last row above the bottom bar and its messages.
 */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return <main className={clsx('mx-auto max-w-page px-4 print:!pb-0', className, 'max-md:pb-40')}>{children}</main>;
}
