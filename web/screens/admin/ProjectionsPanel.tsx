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
  attiva: { label: 'Attiva', tone: 'ok', icon: CircleCheck }, recupero: { label: 'In recupero', tone: 'warn', icon: RefreshCw }, ferma: { label: 'Ferma', tone: 'danger', icon: CircleAlert },
};

/** The read tables: how far each one is behind the log, and all of them made again. */
export function ProjectionsPanel({ projections, rebuild }: { projections: readonly Projection[]; rebuild: PortalState['ricostruzione'] }) {
  const confirm = useConfirm();
  const { busy, run } = useAdminAction();
  const ask = async () => {
    const text = 'Ricostruire tutte le tabelle di lettura dal registro degli eventi?';
    const detail = 'Il portale risponde intanto con quelle di ora; le nuove prendono il loro posto alla fine.';
    if (await confirm({ title: 'Ricostruisci le letture', text, detail, confirmLabel: 'RICOSTRUISCI' })) await run('ricostruisci', startRebuild, 'Ricostruzione avviata');
  };
  return (
    <AdminPanel
      title="Proiezioni" note={rebuild ? `Ricostruzione in corso, ${rebuild.progresso}%` : 'Le tabelle di lettura e il loro ritardo sul registro'}
      action={<Button icon={RefreshCw} loading={busy !== null} disabled={rebuild !== null} onClick={() => void ask()}>RICOSTRUISCI</Button>}
    >
      {rebuild ? <Progress value={rebuild.progresso} label="Ricostruzione delle letture" className="!rounded-none" /> : null}
      <ul>
        {projections.map((projection) => <ProjectionRow key={projection.nome} projection={projection} />)}
      </ul>
    </AdminPanel>
  );
}

function ProjectionRow({ projection: { nome, stato, posizione, ritardo, errore, aggiornata } }: { projection: Projection }) {
  const { label, tone, icon } = STATES[stato];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-t border-line px-4 py-2.5 first:border-t-0 md:grid-cols-[minmax(0,2fr)_120px_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.5fr)]">
      <span className="truncate font-medium">{nome}</span>
      <span><Badge tone={tone} icon={icon}>{label}</Badge></span>
      <span className="num text-label text-ink-2">{ritardo === 0 ? 'in pari' : `${formatNumber(ritardo, 0)} eventi di ritardo`}</span>
      <span className="num text-label text-ink-3 max-md:text-right">{posizione === null ? 'dall’inizio' : `posizione ${posizione.replace(/^0+(?=.)/, '')}`}</span>
      <span className="num text-label text-ink-3 max-md:hidden md:text-right">aggiornata {formatRelativo(aggiornata)}</span>
      {errore ? <span className="col-span-full text-label text-danger-ink">{errore}</span> : null}
    </li>
  );
}
