import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';

interface RecentRowsProps {
  title: string;
  all: { label: string; href: string };
  /** Text for an empty list. */
  empty: string;
  failed: boolean;
  onRetry(): void;
  /** The records; `undefined` until loaded. */
  rows: readonly { key: string; href: string; name: string; text: ReactNode; end?: ReactNode }[] | undefined;
}

/** Shows a few of the person's own records, each as a link. */
export function RecentRows({ title, all, empty, failed, onRetry, rows }: RecentRowsProps) {
  return (
    <section className="panel min-w-0" aria-label={title}>
      <header className="flex h-11 items-center justify-between border-b border-line px-4">
        <h2 className="group-title">{title}</h2>
        <Link href={all.href} className="link inline-flex items-center text-label max-md:min-h-11">
          {all.label}
        </Link>
      </header>
      {failed ? (
        <ErrorState title="Non caricate" onRetry={onRetry} />
      ) : rows === undefined ? (
        <div className="grid gap-4 p-4">
          <Skeleton width={240} />
          <Skeleton width={180} />
        </div>
      ) : rows.length === 0 ? (
        <p className="px-4 py-3 text-body text-ink-3">{empty}</p>
      ) : (
        <ul>
          {rows.map(({ key, href, name, text, end }) => (
            <li key={key} className="border-b border-line-faint last:border-0">
              <Link href={href} className="flex min-h-10 items-center gap-3 px-4 py-1 text-body hover:bg-hover max-md:min-h-[52px]">
                <span className="num flex-none font-semibold">{name}</span>
                <span className="min-w-0 flex-1 truncate text-ink-2 max-md:whitespace-normal">{text}</span>
                {end === undefined ? null : <span className="num flex-none text-right font-medium">{end}</span>}
                <ChevronRight className="icon-sm flex-none text-ink-3" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
