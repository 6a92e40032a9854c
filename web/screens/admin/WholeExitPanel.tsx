import { FolderOutput } from 'lucide-react';
import { useState } from 'react';
import type { FileFormat } from '#contracts/export/cells.ts';
import type { ArchiveState } from '#contracts/modules/amministrazione.ts';
import { formatByte, formatNumber } from '#web/lib/format.ts';
import { useJob } from '#web/registers/list/use-job.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { Segment } from '#web/ui/inputs/Segment.tsx';
import { AdminPanel } from './AdminPanel.tsx';

const FORMATS = [
  { value: 'xlsx', label: 'Excel' },
  { value: 'csv', label: 'Csv' },
] as const;

/** Starts the export of the firm's data: every register and trail, optionally with the archive, in one zip. */
export function WholeExitPanel({ archive }: { archive: ArchiveState }) {
  const start = useJob();
  const [formato, setFormato] = useState<FileFormat>('xlsx');
  const [documenti, setDocumenti] = useState(true);
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    await start('/api/esporta/tutto', { formato, documenti }, 'Esportazione completa').finally(() => setAsking(false));
  };
  return (
    <AdminPanel title="Esportazione completa" note="Tutti i registri, lo storico e gli accessi in uno zip; i registri rientrano da Importa">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3 md:pr-2">
        <Segment aria-label="Formato dei registri" value={formato} options={FORMATS} onChange={setFormato} />
        <Checkbox
          checked={documenti}
          onChange={setDocumenti}
          label={
            <span>
              Con i documenti <span className="num text-ink-3">{sizeOf(archive)}</span>
            </span>
          }
        />
        <Button icon={FolderOutput} loading={asking} onClick={() => void ask()} className="max-md:w-full md:ml-auto">
          ESPORTA TUTTO
        </Button>
      </div>
    </AdminPanel>
  );
}

function sizeOf({ quando, file, byte, interrotto: partial }: ArchiveState): string {
  if (quando === null) return '';
  return `${partial ? 'oltre ' : ''}${formatNumber(file, 0)} file, ${formatByte(byte)}`;
}
