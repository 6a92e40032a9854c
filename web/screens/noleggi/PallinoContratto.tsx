import type { Row } from '#web/registers/list/columns.ts';
import { archivioDi } from '#web/registers/documents/files.api.ts';
import { useFileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { Dot } from '#web/ui/feedback/Dot.tsx';
import { CONTRATTO, testo } from './noleggi.ts';

/** Whether a period has its contract; a press downloads it. */
export function PallinoContratto({ row }: { row: Row }) {
  const { download } = useFileViewer();
  const percorso = testo(row[CONTRATTO.field]);
  if (!percorso) return <Dot state="absent" label="Contratto: assente" />;
  const file = archivioDi(row)[CONTRATTO.field];
  const versione = file?.percorso === percorso ? file.versione : undefined;
  return (
    <button type="button" className="-m-1 inline-grid place-items-center rounded-full p-1" aria-label={`Scarica il contratto ${testo(row['data_inizio']) ?? ''}`} title="Contratto: presente. Scarica" onClick={() => void download(percorso, versione)}>
      <Dot state="ok" label="" />
    </button>
  );
}
