import { useId, type ReactNode } from 'react';

interface AdminPanelProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** Shows a panel with a title and an action at the right of the title. */
export function AdminPanel({ title, note, action, children }: AdminPanelProps) {
  const id = useId();
  return (
    <section className="panel min-w-0 overflow-hidden" aria-labelledby={id}>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2 pl-4 pr-2">
        <div className="min-w-0">
          <h2 id={id} className="text-label font-semibold tracking-action">
            {title}
          </h2>
          {note ? <p className="text-label text-ink-3">{note}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
