import { CircleAlert, CircleCheck, RefreshCw } from 'lucide-react';
import type { PortalState } from '#contracts/modules/amministrazione.ts';
import { formatNumber, formatRelativo } from '#web/lib/format.ts';
import { Badge, type Tone } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { AdminPanel } from './AdminPanel.tsx';
import { startRebuild } from './admin.api.ts';
import { useAdminAction } from './use-admin-action.ts';

type Projection = PortalState['proiezioni'][number];

const STATES: Record<Projection['stato'], { label: string; tone: Tone; icon: typeof CircleCheck }> = {
  attiva: { label: 'Attiva', tone: 'ok', icon: CircleCheck },
  recupero: { label: 'In recupero', tone: 'warn', icon: RefreshCw },
  ferma: { label: 'Ferma', tone: 'danger', icon: CircleAlert },
};

/** Shows how far each read table is behind the event log, and rebuilds all read tables on demand. */
export function ProjectionsPanel({ projections, rebuild }: { projections: readonly Projection[]; rebuild: PortalState['ricostruzione'] }) {
  const confirm = useConfirm();
  const { busy, run } = useAdminAction();
  const ask = async () => {
    const text = 'Ricostruire tutte le tabelle di lettura dal registro degli eventi?';
    const detail = 'Il portale risponde intanto con quelle di ora; le nuove prendono il loro posto alla fine.';
    if (await confirm({ title: 'Ricostruisci le letture', text, detail, confirmLabel: 'RICOSTRUISCI' }))
      await run('ricostruisci', startRebuild, 'Ricostruzione avviata');
  };
  return (
    <AdminPanel
      title="Proiezioni"
      note={rebuild ? `Ricostruzione in corso, ${rebuild.progresso}%` : 'Le tabelle di lettura e il loro ritardo sul registro'}
      action={
        <Button icon={RefreshCw} loading={busy !== null} disabled={rebuild !== null} onClick={() => void ask()}>
          RICOSTRUISCI
        </Button>
      }
    >
      {rebuild ? <Progress value={rebuild.progresso} label="Ricostruzione delle letture" className="!rounded-none" /> : null}
      <ul className="grid grid-cols-1 gap-px bg-line md:grid-cols-2 wide:grid-cols-3">
        {projections.map((projection) => (
          <ProjectionRow key={projection.nome} projection={projection} />
        ))}
      </ul>
    </AdminPanel>
  );
}

function ProjectionRow({ projection: { nome, stato, posizione, ritardo, errore, aggiornata } }: { projection: Projection }) {
  const { label, tone, icon } = STATES[stato];
  const position = posizione === null ? 'dall’inizio' : `posizione ${posizione.replace(/^0+(?=.)/, '')}`;
  return (
    <li className="flex items-center justify-between gap-3 bg-surface px-4 py-2.5">
      <span className="min-w-0">
        <span className="block truncate font-medium">{nome}</span>
        <span className="num block truncate text-label text-ink-3" title={`aggiornata ${formatRelativo(aggiornata)}`}>
          {position}, {ritardo === 0 ? 'in pari' : `${formatNumber(ritardo, 0)} eventi di ritardo`}
        </span>
        {errore ? <span className="block break-words text-label text-danger-ink">{errore}</span> : null}
      </span>
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
    </li>
  );
}
