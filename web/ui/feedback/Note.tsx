import clsx from 'clsx';
import { CircleAlert, Clock, History, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type NoteTone = 'danger' | 'warn' | 'info' | 'history';
const ICON: Record<NoteTone, LucideIcon> = { danger: CircleAlert, warn: Clock, info: Info, history: History };

// class names are written out, because Tailwind keeps only names that it finds in the source
const TONE: Record<NoteTone, string> = { danger: 'note-danger', warn: 'note-warn', info: 'note-info', history: 'note-info' };

interface NoteProps {
  tone?: NoteTone;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}

export function Note({ tone = 'info', icon, className, children }: NoteProps) {
  const Icon = icon ?? ICON[tone];
  return (
    <div className={clsx('note num', TONE[tone], className)} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon className="icon" aria-hidden />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
