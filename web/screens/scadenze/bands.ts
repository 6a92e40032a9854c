import { CircleAlert, CircleDashed, Clock, type LucideIcon } from 'lucide-react';
import type { Fascia } from '#contracts/modules/scadenze/due-date.ts';
import type { Tone } from '#web/ui/feedback/Badge.tsx';

interface Band {
  tone: Tone;
  icon: LucideIcon;
}

/** Colour and icon of each band. */
export const BANDS: Readonly<Record<Fascia, Band>> = {
  scaduto: { tone: 'danger', icon: CircleAlert },
  '7': { tone: 'warn', icon: Clock },
  '30': { tone: 'warn', icon: Clock },
  '60': { tone: 'neutral', icon: Clock },
  '90': { tone: 'neutral', icon: Clock },
  oltre: { tone: 'neutral', icon: Clock },
  assente: { tone: 'danger', icon: CircleDashed },
};
