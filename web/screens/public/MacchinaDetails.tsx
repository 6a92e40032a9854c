import clsx from 'clsx';
import { Fragment, type ReactNode } from 'react';
import { Dot } from '#web/ui/feedback/Dot.tsx';
import { PublicFoto, QrFigure } from './parts.tsx';

const ROWS = [
  ['tipologia', 'Tipologia'],
  ['marca', 'Marca'],
  ['modello', 'Modello'],
  ['chassis', 'Chassis'],
  ['targa', 'Targa'],
  ['anno_acquisto', 'Anno acquisto'],
] as const;

interface MacchinaDetailsProps {
  matricola: string;
  valori: Readonly<Record<(typeof ROWS)[number][0] | 'stato_attuale', unknown>>;
  /** Address of the photo; `null` without one. */
  foto: string | null;
  /** Content between the fields and the code. */
  children?: ReactNode;
}

/** Shows DETTAGLI: the data that anyone who scans the machine may read. */
export function MacchinaDetails({ matricola, valori, foto, children }: MacchinaDetailsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <PublicFoto matricola={matricola} src={foto} className="lg:row-span-2" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:row-span-2 lg:row-span-1">
        <CurrentState stato={text(valori.stato_attuale)} />
        <section className="panel px-4 py-1" aria-label="Dettagli">
          <dl className="dl">
            {ROWS.map(([fieldName, label]) => (
              <Fragment key={fieldName}>
                <dt>{label}</dt>
                <dd>{text(valori[fieldName]) ?? <span className="text-ink-3">–</span>}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
        {children}
      </div>
      <QrFigure kind="macchinari" matricola={matricola} className="lg:col-start-2" />
    </div>
  );
}

const text = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : String(value));

const STATES = ['Operativo', 'Demolito', 'Venduto'] as const;

/** Shows the state (Operativo, Demolito or Venduto), read-only. */
function CurrentState({ stato }: { stato: string | null }) {
  return (
    <div className="segment grid !h-11 grid-cols-3" role="radiogroup" aria-label="Stato attuale" aria-readonly="true">
      {STATES.map((name) => {
        const on = name === stato;
        return (
          <span
            key={name}
            role="radio"
            aria-checked={on}
            aria-disabled="true"
            className={clsx('justify-center !text-read', on ? 'is-on' : '!font-medium')}
          >
            {on && name === 'Operativo' ? <Dot state="ok" label="" /> : null}
            {name}
          </span>
        );
      })}
    </div>
  );
}
