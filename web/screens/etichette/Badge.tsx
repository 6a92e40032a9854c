import { UserRound } from 'lucide-react';
import { useDitta } from '#web/lib/session.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFoto } from '#web/registers/documents/use-foto.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { qrAddress } from '#web/registers/qr-address.ts';
import QrCode from '#web/registers/QrCode.tsx';
import { Tesserino } from './Tesserino.tsx';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Prints a worker's badge, 90 × 52 mm: employer, photo, name, job, matricola, and the QR code of the worker's page. */
export function WorkerBadge({ row }: { row: Row }) {
  const ditta = useDitta();
  const matricola = String(row['matricola']);
  const { src } = useFoto(text(row['foto']), archiveOf(row)['foto']);
  return (
    <li className="carta tesserino">
      <div className="flex min-w-0 flex-col justify-between self-stretch">
        <p className="truncate text-caption font-semibold tracking-group">{ditta}</p>
        <div className="flex min-w-0 gap-2">
          {src ? (
            <img src={src} alt={`Foto di ${matricola}`} className="h-20 w-16 flex-none rounded-badge object-cover" />
          ) : (
            <span className="grid h-20 w-16 flex-none place-items-center rounded-badge border border-line text-ink-off">
              <UserRound className="h-8 w-8" strokeWidth={1.25} aria-hidden />
            </span>
          )}
          <div className="min-w-0">
            <p className="line-clamp-4 break-words text-label font-semibold">
              {[row['nome'], row['cognome']].filter(Boolean).join(' ') || <span className="sr-only">Senza nome e cognome</span>}
            </p>
            <p className="mt-0.5 line-clamp-2 break-words text-caption text-ink-2">{text(row['descrizione']) ?? text(row['mansione'])}</p>
          </div>
        </div>
        <Tesserino matricola={matricola} />
      </div>
      <QrCode text={qrAddress(location.origin, 'personale', matricola)} label={`Codice QR di ${matricola}`} size={165} />
    </li>
  );
}
