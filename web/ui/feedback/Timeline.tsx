import { ArrowRight, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { formatInstant, formatRelativo } from '#web/lib/format.ts';

export const Timeline = ({ children }: { children: ReactNode }) => <ol className="timeline">{children}</ol>;

interface TimelineItemProps {
  icon: LucideIcon;
  /** User name. */
  who: string;
  /** Full name, beside the user name. */
  name?: string | null;
  /** "ha modificato 2 campi". */
  what: ReactNode;
  /** The record that was changed, where it differs from the record of the whole timeline. */
  subject?: ReactNode;
  /** ISO instant. */
  when: string;
  actions?: ReactNode;
  children?: ReactNode;
}

export function TimelineItem({ icon: Icon, who, name, what, subject, when, actions, children }: TimelineItemProps) {
  return (
    <li>
      <span className="timeline-mark">
        <Icon className="icon-sm" aria-hidden />
      </span>
      <p>
        <strong className="font-semibold">{who}</strong>
        {name ? ` (${name})` : ''} <span className="text-ink-2">{what}</span>
      </p>
      {subject ? <p className="num break-words font-medium">{subject}</p> : null}
      <p className="num mb-2 text-label text-ink-3">
        <time dateTime={when} title={formatInstant(when)}>
          {formatRelativo(when)}
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
