import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { Fragment, lazy, Suspense, type ReactNode } from 'react';
import { qrAddress } from '#web/registers/qr-address.ts';
import { Dot } from '#web/ui/feedback/Dot.tsx';

const QrCode = lazy(() => import('#web/registers/QrCode.tsx'));

const ROWS = [
  ['tipologia', 'Tipologia'], ['marca', 'Marca'], ['modello', 'Modello'], ['chassis', 'Chassis'], ['targa', 'Targa'], ['anno_acquisto', 'Anno acquisto'],
] as const;

interface MacchinaDetailsProps {
  matricola: string;
  valori: Readonly<Record<string, unknown>>;
  /** Address of the photo; `null` without one. */
  foto: string | null;
  /** Between the fields and the code. */
  children?: ReactNode;
}

/** DETTAGLI: what anyone before the machine may read. */
export function MacchinaDetails({ matricola, valori: values, foto, children }: MacchinaDetailsProps) {
  return (
    <div className="grid max-w-[1080px] grid-cols-[minmax(0,1fr)] items-start gap-3 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-4">
      <Foto matricola={matricola} src={foto} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:row-span-2">
        <CurrentState stato={text(values['stato_attuale'])} />
        <section className="panel px-4 py-1" aria-label="Dettagli">
          <dl className="dl">
            {ROWS.map(([fieldName, label]) => (
              <Fragment key={fieldName}><dt>{label}</dt><dd>{text(values[fieldName]) ?? <span className="text-ink-3">–</span>}</dd></Fragment>
            ))}
          </dl>
        </section>
        {children}
      </div>
      <figure className="panel grid justify-items-center gap-1 px-4 py-5 md:col-start-1">
        <span className="h-[173px] w-[173px] rounded-control bg-white p-1">
          <Suspense fallback={null}><QrCode testo={qrAddress(location.origin, 'macchinari', matricola)} label={`Codice QR di ${matricola}`} /></Suspense>
        </span>
        <figcaption className="num text-label text-ink-3">{matricola}</figcaption>
      </figure>
    </div>
  );
}

function Foto({ matricola, src }: { matricola: string; src: string | null }) {
  return (
    <figure className="panel overflow-hidden">
      {src ? <img src={src} alt={`Foto di ${matricola}`} className="block aspect-[16/9] w-full bg-pressed object-cover md:aspect-[4/3]" /> : (
        <div className="grid aspect-[16/9] place-items-center bg-pressed text-label text-ink-2 md:aspect-[4/3]">
          <span className="grid justify-items-center gap-1"><ImageOff className="icon-lg" aria-hidden />Nessuna foto</span>
        </div>
      )}
    </figure>
  );
}

const text = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : String(value));

const STATES = ['Operativo', 'Demolito', 'Venduto'] as const;

/** Operativo, Demolito or Venduto, to be read. */
function CurrentState({ stato: state }: { stato: string | null }) {
  return (
    <div className="segment grid !h-11 grid-cols-3" role="radiogroup" aria-label="Stato attuale" aria-readonly="true">
      {STATES.map((name) => {
        const on = name === state;
        return (
          <span key={name} role="radio" aria-checked={on} aria-disabled="true" className={clsx('justify-center !text-read', on ? 'is-on' : '!font-medium')}>
            {on && name === 'Operativo' ? <Dot state="ok" label="" /> : null}{name}
          </span>
        );
      })}
    </div>
  );
}
