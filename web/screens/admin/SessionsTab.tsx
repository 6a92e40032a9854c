import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useMemo } from 'react';
import type { SessionRow } from '#contracts/modules/amministrazione.ts';
import { formatDay, formatRelativo } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useWholeGrid, type WholeColumns } from '#web/registers/list/filters/whole-list.ts';
import { NothingFound } from '#web/registers/list/paged-grid.tsx';
import { useListState } from '#web/registers/list/use-list-state.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { revokeSession, sessionsOptions } from './admin.api.ts';
import { useAdminAction } from './use-admin-action.ts';
import { adminDefaults } from './use-admin-list.ts';

const DEFAULTS = adminDefaults(10);

const FILTERED: WholeColumns<SessionRow> = {
  utente: { label: 'Utente', kind: 'choices', value: ({ utente }) => utente },
  nome: { label: 'Nome', kind: 'text', value: ({ nome }) => nome || null },
  gruppo: { label: 'Gruppo', kind: 'choices', value: ({ gruppo }) => gruppo || null },
  dispositivo: { label: 'Dispositivo', kind: 'choices', value: ({ dispositivo }) => dispositivo || null },
  indirizzo: { label: 'Indirizzo', kind: 'text', value: ({ indirizzo }) => indirizzo || null },
  vista: { label: 'Ultima attività', kind: 'date', value: ({ vista }) => vista && formatDay(vista) },
  creata: { label: 'Aperta', kind: 'date', value: ({ creata }) => formatDay(creata) },
  scade: { label: 'Scade', kind: 'date', value: ({ scade }) => formatDay(scade) },
  ricordami: {
    label: 'Ricordami',
    kind: 'choices',
    value: ({ ricordami }) => Number(ricordami),
    words: (value) => (value === 1 ? 'Sì' : 'No'),
  },
};

/** Lists the open sessions; a revoked session ends at once. */
export function SessionsTab() {
  const { memberID } = useIdentity();
  const { data, error, refetch } = useQuery(sessionsOptions);
  const list = useListState(DEFAULTS);
  const grid = useWholeGrid(list, data?.data, { columns: FILTERED, pageSize: DEFAULTS.righe });
  const confirm = useConfirm();
  const { busy, run } = useAdminAction();
  const revoke = useMemo(() => {
    const ask = async ({ id, utente }: SessionRow) => {
      const detail = 'Chi la usa deve accedere di nuovo; quello che sta scrivendo resta sulla sua pagina.';
      if (
        await confirm({
          title: 'Chiudi la sessione',
          text: `Chiudere questa sessione di ${utente}?`,
          detail,
          confirmLabel: 'REVOCA',
          danger: true,
        })
      )
        await run(id, () => revokeSession(id), 'Sessione chiusa');
    };
    return (session: SessionRow) =>
      session.corrente ? (
        <Badge tone="accent">questa sessione</Badge>
      ) : (
        <Button
          size="sm"
          variant="danger-ghost"
          icon={LogOut}
          loading={busy === session.id}
          aria-label={`REVOCA la sessione di ${session.utente}`}
          onClick={() => void ask(session)}
        >
          REVOCA
        </Button>
      );
  }, [busy, confirm, run]);
  const columns = useMemo(
    (): GridColumn<SessionRow>[] => [
      { id: 'utente', label: 'Utente', type: 'key', width: 112, sortable: false, frozen: true },
      { id: 'nome', label: 'Nome', minWidth: 140, sortable: false },
      { id: 'gruppo', label: 'Gruppo', width: 136, sortable: false },
      { id: 'dispositivo', label: 'Dispositivo', width: 168, sortable: false },
      { id: 'indirizzo', label: 'Indirizzo', width: 136, sortable: false },
      {
        id: 'vista',
        label: 'Ultima attività',
        width: 152,
        sortable: false,
        value: ({ vista }) => (vista === null ? '' : formatRelativo(vista)),
      },
      { id: 'creata', label: 'Aperta', width: 136, sortable: false, value: ({ creata }) => formatRelativo(creata) },
      { id: 'scade', label: 'Scade', type: 'time', width: 152, sortable: false },
      { id: 'ricordami', label: 'Ricordami', type: 'flag', width: 96, sortable: false },
      { id: 'azioni', label: 'Azioni', width: 136, sortable: false, value: () => '', render: revoke },
    ],
    [revoke],
  );
  return (
    <DataGrid<SessionRow>
      label="Sessioni aperte"
      storageKey={`admin.sessioni.${memberID}`}
      columns={columns}
      {...grid}
      sort=""
      error={error}
      onRetry={() => void refetch()}
      rowKey={({ id }) => id}
      rowLabel={({ utente }) => utente}
      card={(session) => (
        <>
          <span className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate text-touch font-semibold">{session.utente}</span>
            {revoke(session)}
          </span>
          <span className="block truncate text-read">{[session.nome, session.gruppo].filter(Boolean).join(', ')}</span>
          <span className="num block truncate text-label text-ink-2">
            {[session.dispositivo, session.indirizzo, session.vista === null ? null : `ultima attività ${formatRelativo(session.vista)}`]
              .filter(Boolean)
              .join(', ')}
          </span>
          <span className="num block text-label text-ink-3">
            aperta {formatRelativo(session.creata)}
            {session.ricordami ? ', Ricordami' : ''}
          </span>
        </>
      )}
      empty={
        data?.data.length === 0 ? (
          <EmptyState title="Nessuna sessione" />
        ) : (
          <NothingFound title="Nessuna sessione con questi filtri" onClear={() => list.change({ conditions: '' })} />
        )
      }
    />
  );
}
