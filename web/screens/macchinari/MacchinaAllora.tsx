import { useQuery } from '@tanstack/react-query';
import { register } from '#contracts/registers/index.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messaggioDi } from '#web/lib/api-client.ts';
import { formatIstante } from '#web/lib/format.ts';
import { DocumentList } from '#web/registers/documents/DocumentList.tsx';
import { NESSUN_DIRITTO } from '#web/registers/documents/document-types.ts';
import { archivioDi } from '#web/registers/documents/files.api.ts';
import type { FileViewer } from '#web/registers/documents/use-file-viewer.ts';
import { valuesOf } from '#web/registers/form/form-state.ts';
import { stateOptions } from '#web/registers/history/history.api.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { FotoMacchina } from './FotoMacchina.tsx';
import { DOCUMENTI } from './schede.ts';
import { SchedaAmministrazione } from './SchedaAmministrazione.tsx';
import { SchedaDettagli } from './SchedaDettagli.tsx';

const macchinari = register('macchinari')!;
const nothing = () => {};

interface MacchinaAlloraProps {
  id: string;
  entry: HistoryItem;
  name: string;
  viewer: FileViewer;
  onBack(): void;
}

/** The machine as it was after one of its events, documents included: each opens in the content it had then. */
export function MacchinaAllora({ id, entry, name, viewer, onBack }: MacchinaAlloraProps) {
  const { data, error, refetch } = useQuery(stateOptions(macchinari.path, id, entry.versione));
  const archivio = archivioDi(data);
  const values = data ? valuesOf(macchinari, data) : {};
  const form = { values, base: values, errors: {}, set: nothing, touch: nothing };
  const documents = { archivio, files: null, viewer };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-busy={!data && !error}>
      <Note tone="history">
        Stai guardando {name} com'era il {formatIstante(entry.quando)}. <button type="button" className="font-semibold underline underline-offset-2" onClick={onBack}>Torna a oggi</button>
      </Note>
      {error ? <div className="panel"><ErrorState title="Versione non caricata" text={messaggioDi(error)} onRetry={() => void refetch()} /></div> : null}
      {data ? (
        <>
          <SchedaDettagli
            form={form} nuova={false} disabled={false} readOnly
            foto={<FotoMacchina matricola={id} percorso={(values['foto'] as string | null) ?? null} file={archivio['foto']} files={null} rights={NESSUN_DIRITTO} />}
          />
          <div className="panel"><DocumentList label="Documenti di allora" campi={DOCUMENTI} form={form} rights={NESSUN_DIRITTO} {...documents} /></div>
          <SchedaAmministrazione form={form} documents={documents} rights={NESSUN_DIRITTO} disabled={false} readOnly />
        </>
      ) : null}
    </div>
  );
}
