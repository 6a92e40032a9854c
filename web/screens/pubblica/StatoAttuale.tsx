import clsx from 'clsx';
import { Dot } from '#web/ui/feedback/Dot.tsx';

const STATI = ['Operativo', 'Demolito', 'Venduto'] as const;

/** Operativo, Demolito or Venduto, to be read. */
export function StatoAttuale({ stato }: { stato: string | null }) {
  return (
    <div className="segment grid !h-11 grid-cols-3" role="radiogroup" aria-label="Stato attuale" aria-readonly="true">
      {STATI.map((nome) => {
        const on = nome === stato;
        return (
          <span key={nome} role="radio" aria-checked={on} aria-disabled="true" className={clsx('justify-center !text-read', on ? 'is-on' : '!font-medium')}>
            {on && nome === 'Operativo' ? <Dot state="ok" label="" /> : null}{nome}
          </span>
        );
      })}
    </div>
  );
}
