import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** Head of the panel; without it the panel is bare. */
  title?: ReactNode;
  actions?: ReactNode;
  /** Padding of 16 px around the children. */
  padded?: boolean;
}

export function Panel({ title, actions, padded = false, className, children, ...rest }: PanelProps) {
  return (
    <section {...rest} className={clsx('panel', className)}>
      {title || actions ? (
        <header className="flex h-12 items-center justify-between gap-3 border-b border-line pl-4 pr-2">
          <h2 className="flex min-w-0 items-center gap-2 truncate text-label font-semibold tracking-action">{title}</h2>
          <div className="flex items-center gap-1">{actions}</div>
        </header>
      ) : null}
      {padded ? <div className="p-4">{children}</div> : children}
    </section>
  );
}
