import type { ArchiveState } from '#contracts/modules/amministrazione.ts';
import { formatByte, formatNumber } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { AdminPanel } from './AdminPanel.tsx';

/** Shows the archive's state: the number of files that belong to no record. Such files are never removed automatically. */
export function ArchivePanel({ archive: { stato, quando, orfani, esempi, interrotto: partial } }: { archive: ArchiveState }) {
  const more = orfani - esempi.length;
  return (
    <AdminPanel
      title="File che non appartengono a nessun record"
      note={quando === null && stato === 'in-corso' ? undefined : noteOf(stato, orfani, partial)}
    >
      {quando === null ? (
        <EmptyState title="Si sta percorrendo l’archivio" text="Il conteggio va avanti da solo, senza rallentare il portale." />
      ) : orfani === 0 ? (
        <EmptyState title="Nessun file senza record" text="Ogni documento dell’archivio appartiene a un record." />
      ) : (
        <ul className="max-h-[320px] overflow-y-auto" tabIndex={0} aria-label="File senza record">
          {esempi.map(({ percorso, byte }) => (
            <li key={percorso} className="flex items-baseline justify-between gap-4 border-t border-line px-4 py-2 first:border-t-0">
              <span className="min-w-0 break-words">{percorso}</span>
              <span className="num flex-none text-label text-ink-3">{formatByte(byte)}</span>
            </li>
          ))}
          {more > 0 ? <li className="border-t border-line px-4 py-2 text-label text-ink-3">e altri {formatNumber(more, 0)}</li> : null}
        </ul>
      )}
    </AdminPanel>
  );
}

function noteOf(stato: ArchiveState['stato'], orfani: number, partial: boolean): string {
  if (stato === 'fallito') return 'L’archivio non si è potuto percorrere: si riprova tra qualche minuto.';
  const count = orfani === 1 ? '1 file' : `${formatNumber(orfani, 0)} file`;
  return `${count}${partial ? ' tra quelli guardati: l’archivio ne ha di più' : ''}${stato === 'in-corso' ? ', conteggio in corso' : ''}`;
}
