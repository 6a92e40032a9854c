import { formatByte, formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';
import type { Upload } from './use-record-files.ts';

interface DocumentProgressProps {
  etichetta: string;
  upload: Upload;
  onCancel(): void;
}

/** Shows the progress of an upload in the document's row. */
export function DocumentProgress({ etichetta, upload: { nome, sent, total }, onCancel }: DocumentProgressProps) {
  const percent = total > 0 ? (sent / total) * 100 : 0;
  return (
    <>
      <div className="min-w-0">
        <p className="doc-name">{etichetta}</p>
        <p className="doc-file">
          <span>{nome}</span>
        </p>
      </div>
      <div className="doc-expiry">
        <Progress className="w-[236px] min-w-0 flex-initial" value={percent} label={`Caricamento, ${etichetta}`} />
        <span className="num whitespace-nowrap text-label text-ink-3">{sentText(sent, total)}</span>
      </div>
      <div className="doc-acts">
        <Button size="sm" variant="text" onClick={onCancel} disabled={percent >= 100}>
          Annulla
        </Button>
      </div>
    </>
  );
}

/** Returns how much of a file is sent: "3,4 di 5,5 MB", or with both units where they differ. */
function sentText(sent: number, total: number): string {
  if (total >= 1_000_000) return `${formatNumber(sent / 1_000_000, 1, 1)} di ${formatByte(total)}`;
  return `${formatByte(sent)} di ${formatByte(total)}`;
}
