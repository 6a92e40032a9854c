import { UserRound } from 'lucide-react';
import { useDitta } from '#web/lib/session.ts';
import { archiveOf } from '#web/registers/documents/files.api.ts';
import { useFoto } from '#web/registers/documents/use-foto.ts';
import type { personale } from '#contracts/registers/personale.ts';
import type { RowOf } from '#web/registers/row.ts';
import { qrAddress } from '#web/modules/qrcode/qr-address.ts';
import QrCode from '#web/modules/qrcode/QrCode.tsx';

/** Width available for the matricola, in units of the drawing. */
const WIDE = 232;

/** Draws a worker's badge with its slot for the clip, the matricola and the portal's logo. */
function Tesserino({ matricola }: { matricola: string }) {
  // figures are about 0.6 of their height wide: a long matricola is drawn smaller, never cut
  const body = Math.min(50, WIDE / (0.62 * Math.max(matricola.length, 1)));
  return (
    <svg viewBox="0 0 372 132" className="targa" role="img" aria-label={`Tesserino ${matricola}`}>
      <rect x="2" y="2" width="368" height="128" rx="14" fill="rgb(var(--canvas))" />
      <path fill="rgb(var(--accent))" d="M16 2h76v128H16A14 14 0 0 1 2 116V16A14 14 0 0 1 16 2z" />
      <g stroke="rgb(var(--on-accent))" fill="none" strokeLinecap="round" strokeLinejoin="round" strokeWidth="4">
        <circle cx="47" cy="52" r="15" />
        <path d="M20 102c3-17 13-26 27-26s24 9 27 26" />
        <path opacity=".72" d="M30 46h34M33 46a14 14 0 0 1 28 0" />
      </g>
      <rect x="2" y="2" width="368" height="128" rx="14" fill="none" stroke="rgb(var(--ink))" strokeWidth="2.5" />
      <rect x="206" y="12" width="52" height="9" rx="4.5" fill="rgb(var(--surface))" stroke="rgb(var(--ink))" strokeWidth="1.5" />
      <text x={232} y={78 + body * 0.36} textAnchor="middle" fontSize={body} fontWeight="600" className="num" fill="rgb(var(--ink))">
        {matricola}
      </text>
    </svg>
  );
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Prints a worker's badge, 90 × 52 mm: employer, photo, name, job, matricola, and the QR code of the worker's page. */
export function WorkerBadge({ row }: { row: RowOf<typeof personale> }) {
  const ditta = useDitta();
  const { matricola } = row;
  const { src } = useFoto(text(row.foto), archiveOf(row).foto);
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
              {[row.nome, row.cognome].filter(Boolean).join(' ') || <span className="sr-only">Senza nome e cognome</span>}
            </p>
            <p className="mt-0.5 line-clamp-2 break-words text-caption text-ink-2">{text(row.descrizione) ?? text(row.mansione)}</p>
          </div>
        </div>
        <Tesserino matricola={matricola} />
      </div>
      <QrCode text={qrAddress(location.origin, 'personale', matricola)} label={`Codice QR di ${matricola}`} size={165} />
    </li>
  );
}
