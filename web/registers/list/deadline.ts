import { daysBetween } from '#contracts/core/dates.ts';
import { NOTICE_DAYS } from '#contracts/core/documents.ts';
import type { Tone } from '#web/ui/feedback/Badge.tsx';

/** Returns the tone of a deadline: red today or past, amber within 30 days, else neutral. */
export function scadenzaTone(date: string | null | undefined, today: string): Extract<Tone, 'danger-solid' | 'warn' | 'neutral'> | null {
  if (!date) return null;
  const days = daysBetween(today, date);
  if (days <= 0) return 'danger-solid';
  return days <= NOTICE_DAYS ? 'warn' : 'neutral';
}
