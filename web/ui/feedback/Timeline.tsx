import { ArrowRight, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { formatInstant, formatRelativo } from '#web/lib/format.ts';

export const Timeline = ({ children }: { children: ReactNode }) => <ol className="timeline">{children}</ol>;

interface TimelineItemProps {
  icon: LucideIcon;
  /** User name. */
  author: string;
  /** Full name, beside the user name. */
  name?: string | null;
  /** "ha modificato 2 campi". */
  action: ReactNode;
  /** The record that was changed, where it differs from the record of the whole timeline. */
  subject?: ReactNode;
  /** ISO instant. */
  time: string;
  actions?: ReactNode;
  children?: ReactNode;
}

export function TimelineItem({ icon: Icon, author, name, action, subject, time, actions, children }: TimelineItemProps) {
  return (
    <li>
      <span className="timeline-mark">
        <Icon className="icon-sm" aria-hidden />
      </span>
      <p>
        <strong className="font-semibold">{author}</strong>
        {name ? ` (${name})` : ''} <span className="text-ink-2">{action}</span>
      </p>
      {subject ? <p className="num break-words font-medium">{subject}</p> : null}
      <p className="num mb-2 text-label text-ink-3">
        <time dateTime={time} title={formatInstant(time)}>
          {formatRelativo(time)}
        </time>
      </p>
      {children}
      {actions ? <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-label">{actions}</p> : null}
    </li>
  );
}

export interface Change {
  id: string;
  label: string;
  before: ReactNode;
  after: ReactNode;
}

/** Lists the changed fields, each with its value before and after. */
export function Changes({ items }: { items: readonly Change[] }) {
  return (
    <dl className="change">
      {items.map(({ id, label, before, after }) => (
        <Fragment key={id}>
          <dt title={label}>{label}</dt>
          <dd>
            <del>
              <span className="sr-only">prima </span>
              {before}
            </del>
            <ArrowRight className="icon-sm" aria-hidden />
            <span className="min-w-0 break-words font-medium">
              <span className="sr-only">dopo </span>
              {after}
            </span>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
