import { useQuery } from '@tanstack/react-query';
import type { PortalState, ArchiveState } from '#contracts/modules/amministrazione.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatByte, formatNumber, formatRelativo } from '#web/lib/format.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState, EmptyState } from '#web/ui/feedback/states.tsx';
import { BackupPanel } from './BackupPanel.tsx';
import { ProjectionsPanel } from './ProjectionsPanel.tsx';
import { SealsPanel } from './SealsPanel.tsx';
import { WholeExitPanel } from './WholeExitPanel.tsx';
import { stateOptions } from './admin.api.ts';
import { AdminPanel } from './AdminPanel.tsx';

/** Shows the archive's state: the number of files that belong to no record. Such files are never removed automatically. */
function ArchivePanel({ archive: { stato, quando, orfani, esempi, interrotto: partial } }: { archive: ArchiveState }) {
  const hiddenCount = orfani - esempi.length;
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
          {hiddenCount > 0 ? (
            <li className="border-t border-line px-4 py-2 text-label text-ink-3">e altri {formatNumber(hiddenCount, 0)}</li>
          ) : null}
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

const STORES = { postgres: 'PostgreSQL', eventstoredb: 'EventStoreDB', memory: 'in memoria' } as const;

/** Shows the state of the portal: the event log, the read tables, backups and the archive. */
export function StateTab() {
  const { data, error, refetch } = useQuery(stateOptions);
  if (!data)
    return error ? (
      <div className="panel">
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    ) : (
      <PageSkeleton />
    );
  return (
    <>
      {data.senzaTls ? (
        <Note>
          Il portale risponde senza https (SENZA_TLS=1): password e documenti passano in chiaro nella rete. Chi lo gestisce metta davanti il
          suo proxy.
        </Note>
      ) : null}
      <Figures state={data} />
      <BackupPanel backup={data.salvataggio} />
      <SealsPanel />
      <WholeExitPanel archive={data.archivio} />
      <ProjectionsPanel projections={data.proiezioni} rebuild={data.ricostruzione} />
      <ArchivePanel archive={data.archivio} />
    </>
  );
}

function Figures({ state: { registro, code, archivio, demo, produzione } }: { state: PortalState }) {
  const events =
    registro.eventi === null ? '…' : `${registro.eventi >= registro.contatiFino ? 'oltre ' : ''}${formatNumber(registro.eventi, 0)}`;
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <Figure
        title="Registro eventi"
        value={events}
        note={`${STORES[registro.tipo]}${registro.eventi === null ? ', conteggio in corso' : registro.byte === null ? '' : `, ${formatByte(registro.byte)}`}`}
        detail={registro.posizione === null ? 'ancora vuoto' : `ultima posizione ${registro.posizione.replace(/^0+(?=.)/, '')}`}
      />
      <Figure
        title="Operazioni"
        value={formatNumber(code.queued + code.running, 0)}
        note={`${formatNumber(code.queued, 0)} in coda, ${formatNumber(code.running, 0)} in esecuzione`}
        detail={
          code.error === 0 ? 'nessuna non riuscita' : code.error === 1 ? '1 non riuscita' : `${formatNumber(code.error, 0)} non riuscite`
        }
        alarm={code.error > 0}
      />
      <Figure
        title="Archivio"
        value={archivio.quando === null ? '…' : formatByte(archivio.byte)}
        note={
          archivio.quando === null ? 'conteggio in corso' : `${archivio.interrotto ? 'oltre ' : ''}${formatNumber(archivio.file, 0)} file`
        }
        detail={archivio.quando === null ? '' : `contati ${formatRelativo(archivio.quando)}`}
      />
      <Figure
        title="Dati dimostrativi"
        value={demo ? 'Attivi' : 'Spenti'}
        note={demo ? 'ditta e account di prova' : 'solo dati veri'}
        detail={produzione ? 'in produzione' : 'non in produzione'}
      />
    </div>
  );
}

function Figure({
  title,
  value,
  note,
  detail,
  alarm = false,
}: {
  title: string;
  value: string;
  note: string;
  detail: string;
  alarm?: boolean;
}) {
  return (
    <section className="panel flex min-h-[116px] min-w-0 flex-col px-4 py-3" aria-label={title}>
      <h2 className="group-title">{title}</h2>
      <p className="num mt-0.5 flex min-h-9 items-center text-figure font-semibold max-md:text-title">{value}</p>
      <p className="num text-label text-ink-2">{note}</p>
      <p className={`num truncate text-label ${alarm ? 'font-medium text-danger-ink' : 'text-ink-3'}`}>{detail}</p>
    </section>
  );
}
