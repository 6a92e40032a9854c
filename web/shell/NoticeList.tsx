import { AtSign, BellRing } from 'lucide-react';
import { Link } from 'wouter';
import type { Notice } from '#contracts/core/comments.ts';
import { formatRelativo } from '../lib/format.ts';
import { withComments } from '../registers/comments/comments.api.ts';
import { Button } from '../ui/feedback/Button.tsx';
import { Count } from '../ui/feedback/Badge.tsx';
import type { Notices } from './use-notices.ts';

/** Lists the notices of comments: a press opens the record with its comments, and marks the notice as read. */
export function NoticeList({ avvisi: { notices, unread, markRead }, onOpen }: { avvisi: Notices; onOpen?: (() => void) | undefined }) {
  if (notices.length === 0) return null;
  return (
    <section aria-label="Avvisi dei commenti" className="border-b border-line">
      <div className="flex h-10 items-center justify-between pl-4 pr-2">
        <h2 className="flex items-center gap-2 text-label font-semibold">
          Avvisi
          {unread > 0 ? <Count value={unread} /> : null}
        </h2>
        {unread > 0 ? (
          <Button variant="text" size="sm" onClick={() => markRead(notices)}>
            Segna letti
          </Button>
        ) : null}
      </div>
      <ul className="max-h-[40vh] divide-y divide-line overflow-y-auto border-t border-line">
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeLink
              notice={notice}
              onOpen={() => {
                markRead([notice]);
                onOpen?.();
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoticeLink({ notice, onOpen }: { notice: Notice; onOpen(): void }) {
  const { indirizzo, motivo, da, oggetto, quando, testo, letto } = notice;
  const reminder = motivo === 'ricordami';
  const Icon = reminder ? BellRing : AtSign;
  return (
    <Link href={withComments(indirizzo)} className="flex gap-3 px-4 py-2.5 hover:bg-ink/[.04]" onClick={onOpen}>
      <Icon className={`icon mt-0.5 flex-none ${letto === 0 ? '!text-accent-ink' : 'text-ink-3'}`} aria-hidden />
      <span className="min-w-0 flex-1">
        <span className={`block truncate ${letto === 0 ? 'font-semibold' : ''}`}>
          {reminder ? `Da ricordare: ${oggetto}` : `${da}: ${oggetto}`}
          {letto === 0 ? <span className="sr-only">, non letto</span> : null}
        </span>
        <span className="line-clamp-2 break-words text-label text-ink-2">{testo}</span>
        <span className="num block text-label text-ink-3">{formatRelativo(quando)}</span>
      </span>
    </Link>
  );
}
