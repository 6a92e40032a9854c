import { RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import type { JobOfPortal } from '#contracts/modules/amministrazione.ts';
import { formatRelativo } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { Badge, type Tone } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { Segment } from '#web/ui/inputs/Segment.tsx';
import { removeProcesso } from '#web/shell/processi.api.ts';
import { retryJob } from './admin.api.ts';
import { useAdminAction } from './use-admin-action.ts';
import { adminDefaults, useAdminList } from './use-admin-list.ts';

type Status = JobOfPortal['status'];
const STATES: Record<Status, { label: string; tone: Tone }> = {
  queued: { label: 'In coda', tone: 'neutral' },
  running: { label: 'In esecuzione', tone: 'accent' },
  done: { label: 'Completata', tone: 'ok' },
  error: { label: 'Non riuscita', tone: 'danger' },
  annullato: { label: 'Annullata', tone: 'neutral' },
};
const SHOWN = [
  { value: '', label: 'Tutte' },
  { value: 'queued', label: 'In coda' },
  { value: 'running', label: 'In corso' },
  { value: 'error', label: 'Non riuscite' },
] as const;
const DEFAULTS = adminDefaults(10, ['stato']);
const EVERY = 5000;

/** Lists everybody's jobs: queued, running, and failed ones, which can be retried. */
export function JobsTab() {
  const { memberID } = useIdentity();
  const { grid, filters, setFilters } = useAdminList<JobOfPortal>('processi', DEFAULTS, { every: EVERY });
  const { busy, run } = useAdminAction();
  const actions = useMemo(
    () => (job: JobOfPortal) =>
      job.riprovabile ? (
        <Button
          size="sm"
          icon={RotateCcw}
          loading={busy === job.id}
          aria-label={`RIPROVA ${job.titolo}`}
          onClick={() => void run(job.id, () => retryJob(job.id), 'Operazione rimessa in coda')}
        >
          RIPROVA
        </Button>
      ) : job.annullabile ? (
        <Button
          size="sm"
          plain
          loading={busy === job.id}
          aria-label={`ANNULLA ${job.titolo}`}
          onClick={() => void run(job.id, () => removeProcesso(job.id), 'Operazione annullata')}
        >
          ANNULLA
        </Button>
      ) : null,
    [busy, run],
  );
  const columns = useMemo(
    (): GridColumn<JobOfPortal>[] => [
      { id: 'titolo', label: 'Operazione', type: 'key', minWidth: 240, sortable: false, frozen: true },
      {
        id: 'status',
        label: 'Stato',
        width: 136,
        sortable: false,
        value: ({ status }) => STATES[status].label,
        render: ({ status }) => <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>,
      },
      { id: 'progresso', label: 'Avanzamento', type: 'number', unit: '%', decimals: 0, width: 136, sortable: false },
      { id: 'messaggio', label: 'Esito', type: 'secondary', minWidth: 220, sortable: false },
      { id: 'utente', label: 'Utente', width: 112, sortable: false },
      { id: 'creato', label: 'Chiesta', width: 160, sortable: false, value: ({ creato }) => formatRelativo(creato) },
      { id: 'azioni', label: 'Azioni', width: 128, sortable: false, value: () => '', render: actions },
    ],
    [actions],
  );
  return (
    <DataGrid<JobOfPortal>
      {...grid}
      label="Operazioni del portale"
      storageKey={`admin.processi.${memberID}`}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ titolo }) => titolo}
      filters={
        <Segment
          aria-label="Stato delle operazioni"
          value={filters['stato'] ?? ''}
          options={SHOWN}
          onChange={(stato) => setFilters(stato ? { stato } : {})}
        />
      }
      card={(job) => (
        <>
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate text-touch font-semibold">{job.titolo}</span>
            <Badge tone={STATES[job.status].tone}>{STATES[job.status].label}</Badge>
          </span>
          <span className="block text-read text-ink-2">{job.messaggio ?? `${job.progresso}%`}</span>
          <span className="flex items-center justify-between gap-3 text-label text-ink-3">
            {job.utente}, {formatRelativo(job.creato)}
            {actions(job)}
          </span>
        </>
      )}
      empty={
        <EmptyState
          title="Nessuna operazione"
          text={filters['stato'] ? 'Nessuna con questo stato.' : 'Qui compaiono esportazioni, mail ed elaborazioni di tutti.'}
        />
      }
    />
  );
}
