import clsx from 'clsx';
import { Check, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Esito } from '#contracts/modules/guasti/points.ts';

const LOOK: Readonly<Record<Esito, { words: string; icon: LucideIcon; on: string }>> = {
  ok: { words: 'OK', icon: Check, on: 'bg-ok-soft text-ok-ink border-transparent' },
  problema: { words: 'Problema', icon: TriangleAlert, on: 'bg-danger text-white border-transparent' },
};

/** Shows a point of the check with its two answers, large enough for a thumb. */
export function PointToggle({ point, value, onChange }: { point: string; value: Esito | null; onChange(next: Esito): void }) {
  return (
    <div role="group" aria-label={point} className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 last:border-b-0">
      <span className="min-w-0 text-touch">{point}</span>
      <span className="flex flex-none gap-2">
        {(['ok', 'problema'] as const).map((esito) => {
          const { words, icon: Icon, on } = LOOK[esito];
          return (
            <button
              key={esito}
              type="button"
              aria-pressed={value === esito}
              onClick={() => onChange(esito)}
              className={clsx(
                'inline-flex h-12 items-center gap-1.5 rounded-control border px-3 text-read font-semibold',
                value === esito ? on : 'border-line-strong text-ink-2',
              )}
            >
              <Icon className="icon" aria-hidden />
              {words}
            </button>
          );
        })}
      </span>
    </div>
  );
}
