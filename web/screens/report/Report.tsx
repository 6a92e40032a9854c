import { FileClock } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { SearchInput } from '#web/ui/inputs/SearchInput.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';

type ReportRow = Record<string, string | number | null>;

const COLUMNS: readonly GridColumn<ReportRow>[] = [
  { id: 'id', label: 'id', width: 112, sortable: false, frozen: true },
  { id: 'cantiere', label: 'cantiere', sortable: false },
  { id: 'produzione1', label: 'produzione1', sortable: false },
];
const NO_ROWS: readonly ReportRow[] = [];
const nothing = () => {};
const WHY = 'Questo elenco non ha ancora dati.';

/** Shows REPORT of the rentals: the specification defines columns but no data, and the page says so. */
export default function Report() {
  const [search, setSearch] = useState('');
  return (
    <Page className="pb-6">
      <PageHead title="REPORT" count={0} primary={{ label: 'AGGIUNGI', disabled: true, title: WHY }} />
      <DataGrid<ReportRow>
        label="Report dei noleggi"
        storageKey="report"
        columns={COLUMNS}
        rows={NO_ROWS}
        total={0}
        page={1}
        pageSize={10}
        sort="id"
        onPage={nothing}
        rowKey={(row) => String(row['id'])}
        rowLabel={(row) => String(row['id'])}
        search={<SearchInput value={search} onChange={setSearch} className="tel-input" />}
        empty={<EmptyState icon={FileClock} title="Nessun dato" text={`${WHY} I noleggi si trovano in Attrezzature, Noleggi.`} />}
      />
    </Page>
  );
}
