import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger' | 'due' | 'danger-solid';

// class names are written out, because Tailwind keeps only names that it finds in the source
const TONE: Record<Tone, string> = {
  neutral: 'badge-neutral',
  accent: 'badge-accent',
  ok: 'badge-ok',
  warn: 'badge-warn',
  danger: 'badge-danger',
  due: 'badge-due',
  'danger-solid': 'badge-danger-solid',
};

interface BadgeProps {
  tone?: Tone;
  icon?: LucideIcon;
  /** The icon follows the text, as in a deadline cell. */
  iconEnd?: boolean;
  title?: string;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon: Icon, iconEnd = false, className, children, title }: BadgeProps) {
  const glyph = Icon ? <Icon aria-hidden /> : null;
  return (
    <span className={clsx('badge', TONE[tone], className)} title={title}>
      {iconEnd ? null : glyph}
      {children}
      {iconEnd ? glyph : null}
    </span>
  );
}

export function Count({ value, tone }: { value: ReactNode; tone?: 'danger' }) {
  return <span className={clsx('count', tone === 'danger' && '!bg-danger-soft !text-danger-ink')}>{value}</span>;
}

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd font-sans">{children}</kbd>;
}
