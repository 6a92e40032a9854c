import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AccessKind } from '#contracts/core/access-kinds.ts';
import type { AccessRow } from '#contracts/modules/amministrazione.ts';
import type { RefField } from '#contracts/core/fields.ts';
import { users } from '#contracts/registers/users.ts';
import { formatInstant, formatRelativo } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { loadSelector } from '#web/registers/selector.api.ts';
import { Badge, type Tone } from '#web/ui/feedback/Badge.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { adminDefaults, useAdminList } from './use-admin-list.ts';

const KINDS: Record<AccessKind, { label: string; tone: Tone }> = {
  accesso: { label: 'Accesso', tone: 'ok' },
  'password-errata': { label: 'Password errata', tone: 'warn' },
  blocco: { label: 'Blocco', tone: 'danger' },
  rifiuto: { label: 'Rifiuto', tone: 'danger' },
  consultazione: { label: 'Consultazione', tone: 'neutral' },
  uscita: { label: 'Uscita', tone: 'neutral' },
  revoca: { label: 'Sessione chiusa', tone: 'warn' },
};
const OPTIONS = Object.entries(KINDS).map(([value, { label }]) => ({ value, label }));
const kind = ({ tipo }: AccessRow) => <Badge tone={KINDS[tipo].tone}>{KINDS[tipo].label}</Badge>;
const UTENTI: RefField = { kind: 'ref', label: 'Utente', register: users.path, value: 'memberID', show: users.name };
const DEFAULTS = adminDefaults(20, ['utente', 'tipo']);

const COLUMNS: readonly GridColumn<AccessRow>[] = [
  { id: 'quando', label: 'Quando', type: 'time', width: 176, sortable: false, frozen: true },
  { id: 'tipo', label: 'Tipo', width: 144, sortable: false, value: ({ tipo }) => KINDS[tipo].label, render: kind },
  { id: 'utente', label: 'Utente', type: 'key', width: 168, sortable: false },
  { id: 'indirizzo', label: 'Indirizzo', width: 200, sortable: false },
  { id: 'cosa', label: 'Chiamata', type: 'secondary', minWidth: 260, sortable: false },
];

/** Sign-ins, wrong passwords, lock-outs and refusals of the last 90 days; whoever looks stands in it too. */
export function AccessesTab() {
  const { memberID } = useIdentity();
  const client = useQueryClient();
  const load = useMemo(() => loadSelector(client, UTENTI), [client]);
  const { grid, filters, setFilters } = useAdminList<AccessRow>('accessi', DEFAULTS);
  const set = (name: 'utente' | 'tipo') => (value: string | null) => {
    const { [name]: _gone, ...others } = filters;
    setFilters(value ? { ...others, [name]: value } : others);
  };
  const filtered = Object.keys(filters).length > 0;
  return (
    <DataGrid<AccessRow>
      {...grid}
      label="Accessi e rifiuti degli ultimi 90 giorni"
      storageKey={`admin.accessi.${memberID}`}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLabel={({ utente, quando }) => `${utente ?? 'sconosciuto'}, ${formatInstant(quando)}`}
      filters={
        <span className="flex flex-wrap items-center gap-2 max-md:grid max-md:w-full max-md:grid-cols-1">
          <span className="w-52 max-md:w-full">
            <Combobox
              aria-label="Utente"
              placeholder="Tutti gli utenti"
              value={filters['utente'] ?? null}
              onChange={set('utente')}
              load={load}
              allowFree
            />
          </span>
          <span className="w-48 max-md:w-full">
            <Combobox
              aria-label="Tipo"
              placeholder="Tutti i tipi"
              value={filters['tipo'] ?? null}
              onChange={set('tipo')}
              options={OPTIONS}
            />
          </span>
        </span>
      }
      card={(row) => (
        <>
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate text-touch font-semibold">{row.utente ?? 'sconosciuto'}</span>
            {kind(row)}
          </span>
          <span className="block truncate text-read text-ink-2">{row.cosa}</span>
          <span className="num block text-label text-ink-3">
            {formatRelativo(row.quando)}, {row.indirizzo ?? 'indirizzo sconosciuto'}
          </span>
        </>
      )}
      empty={<EmptyState title={filtered ? 'Nessuna riga con questi filtri' : 'Nessun accesso annotato'} />}
    />
  );
}
