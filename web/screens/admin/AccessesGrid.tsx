import type { AccessKind } from '#contracts/core/access-kinds.ts';
import { ACCESSI } from '#contracts/export/lists.ts';
import { ACCESS_COLUMNS, ACCESS_NAMES, type AccessRow } from '#contracts/modules/accessi.ts';
import { formatInstant, formatNumber, formatRelativo } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { ListSearch, NothingFound, useListOutput } from '#web/registers/list/paged-grid.tsx';
import { Badge, type Tone } from '#web/ui/feedback/Badge.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { columnsSource, type ListColumns } from '#web/registers/list/filters/filter-source.ts';
import { useColumnFilters } from '#web/registers/list/filters/use-column-filters.tsx';
import { accessValues, wholeAdminList } from './admin.api.ts';
import { adminDefaults, useAdminList } from './use-admin-list.ts';
import { daysOfFormer, type FormerFilters } from '#web/modules/trail/former-filters.ts';

const TONES: Partial<Record<AccessKind, Tone>> = {
  accesso: 'ok',
  'password-errata': 'warn',
  blocco: 'danger',
  rifiuto: 'danger',
  revoca: 'warn',
  rimozione: 'warn',
};
const kind = ({ tipo }: AccessRow) => <Badge tone={TONES[tipo] ?? 'neutral'}>{ACCESS_NAMES[tipo]}</Badge>;
/** The filters by person, kind and days that addresses named before every column had its own. */
const FORMER: FormerFilters = {
  names: ['utente', 'tipo', 'dal', 'al'],
  conditions: ({ utente, tipo, ...days }) => ({
    ...(utente ? { utente: [utente] } : {}),
    ...(tipo ? { tipo: [tipo] } : {}),
    ...daysOfFormer(days),
  }),
};
const DEFAULTS = adminDefaults(20, FORMER.names);

const COLUMNS: readonly GridColumn<AccessRow>[] = [
  { id: 'quando', label: 'Quando', type: 'time', width: 176, sortable: false, frozen: true },
  { id: 'utente', label: 'Utente', type: 'key', width: 144, sortable: false },
  { id: 'tipo', label: 'Tipo', width: 160, sortable: false, value: ({ tipo }) => ACCESS_NAMES[tipo], render: kind },
  { id: 'cosa', label: 'Che cosa', type: 'secondary', minWidth: 320, sortable: false },
  { id: 'quanti', label: 'Quanti', type: 'number', decimals: 0, width: 104, sortable: false },
  { id: 'indirizzo', label: 'Indirizzo', width: 168, sortable: false },
];

const FILTERED: ListColumns = {
  kinds: ACCESS_COLUMNS,
  labels: Object.fromEntries(COLUMNS.map(({ id, label }) => [id, label])),
  words: (name, value) => (name === 'tipo' ? ACCESS_NAMES[value as AccessKind] : String(value)),
};

/** Lists logins, refusals and exports. Viewing this list is recorded too. */
export function AccessesGrid() {
  const { memberID } = useIdentity();
  const { grid, filters, list, query } = useAdminList<AccessRow>('accessi', DEFAULTS, { columns: FILTERED, former: FORMER });
  const { pagina: _page, righe: _rows, ...filtri } = query;
  const columnFilters = useColumnFilters(columnsSource(FILTERED, accessValues(filters)), {
    text: list.state.conditions,
    onChange: (conditions) => list.change({ conditions }),
    ownFilters: {},
    cerca: list.state.cerca,
  });
  const { paper, propsFor } = useListOutput<AccessRow>(ACCESSI, 'ACCESSI');
  const filtered = Object.keys(filtri).length > 0;
  return (
    <>
      <DataGrid<AccessRow>
        {...grid}
        label="Accessi, rifiuti e dati usciti"
        storageKey={`admin.accessi.${memberID}`}
        columns={COLUMNS}
        columnFilters={columnFilters}
        rowKey={({ id }) => id}
        rowLabel={({ utente, quando }) => `${utente ?? 'sconosciuto'}, ${formatInstant(quando)}`}
        search={<ListSearch list={list} total={grid.total} />}
        {...propsFor({
          total: grid.total ?? 0,
          query: { filtri },
          readRows: (progress) => wholeAdminList('accessi', filtri, progress),
        })}
        card={(row) => (
          <>
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate text-touch font-semibold">{row.utente ?? 'sconosciuto'}</span>
              {kind(row)}
            </span>
            <span className="line-clamp-3 text-read text-ink-2 [overflow-wrap:anywhere]">
              {row.cosa}
              {row.quanti === null ? '' : ` (${formatNumber(row.quanti, 0)})`}
            </span>
            <span className="num block text-label text-ink-3">
              {[formatRelativo(row.quando), row.indirizzo].filter(Boolean).join(', ')}
            </span>
          </>
        )}
        empty={
          filtered ? (
            <NothingFound
              title="Nessuna riga con questi filtri"
              onClear={() => {
                list.setSearchText('');
                list.change({ cerca: '', conditions: '' });
              }}
            />
          ) : (
            <EmptyState title="Nessun accesso annotato" />
          )
        }
      />
      {paper}
    </>
  );
}
