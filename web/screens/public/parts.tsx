import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { QrType } from '#contracts/modules/qrcode.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { qrAddress } from '#web/modules/qrcode/qr-address.ts';

const QrCode = lazy(loadLater(() => import('#web/modules/qrcode/QrCode.tsx')));

/** Shows a record's photo on the page of its QR code. */
export function PublicFoto({ matricola, src, className }: { matricola: string; src: string | null; className?: string }) {
  return (
    <figure className={clsx('panel overflow-hidden', className)}>
      {src ? (
        <img src={src} alt={`Foto di ${matricola}`} className="block aspect-[16/9] w-full bg-pressed object-cover md:aspect-[4/3]" />
      ) : (
        <div className="grid aspect-[16/9] place-items-center bg-pressed text-label text-ink-2 md:aspect-[4/3]">
          <span className="grid justify-items-center gap-1">
            <ImageOff className="icon-lg" aria-hidden />
            Nessuna foto
          </span>
        </div>
      )}
    </figure>
  );
}

/** Shows the QR code, to be scanned from this screen. */
export function QrFigure({ kind, matricola, className }: { kind: QrType; matricola: string; className?: string }) {
  return (
    <figure className={clsx('panel grid justify-items-center gap-1 px-4 py-5 md:col-start-1', className)}>
      <span className="h-[173px] w-[173px] rounded-control bg-white p-1">
        <Suspense fallback={null}>
          <QrCode text={qrAddress(location.origin, kind, matricola)} label={`Codice QR di ${matricola}`} />
        </Suspense>
      </span>
      <figcaption className="num text-label text-ink-3">{matricola}</figcaption>
    </figure>
  );
}
