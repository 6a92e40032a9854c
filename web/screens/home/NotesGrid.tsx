import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { useIdentity } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { NoteRow } from './model.ts';

/** Rows per page, so that the grid is as high as a chart's panel. */
const PAGE = 9;
const COLUMNS: readonly GridColumn<NoteRow>[] = [
  { id: 'data', label: 'Data', type: 'date', width: 110, sortable: false },
  { id: 'lavorazione', label: 'Lavorazioni', type: 'key', width: 220, sortable: false },
  { id: 'note', label: 'Note', sortable: false },
];

/** Grid of the notes on the lines of the shown days. */
export function NotesGrid({ notes }: { notes: readonly NoteRow[] }) {
  const { memberID } = useIdentity();
  const [asked, setPage] = useState(1);
  const page = Math.min(asked, Math.max(1, Math.ceil(notes.length / PAGE)));
  return (
    <div role="region" aria-label="Note dei giorni">
      <DataGrid<NoteRow>
        compact
        height={null}
        label="Note"
        storageKey={`home.note.${memberID}`}
        columns={COLUMNS}
        rows={notes.slice((page - 1) * PAGE, page * PAGE)}
        total={notes.length}
        page={page}
        pageSize={PAGE}
        sort="-data"
        onPage={setPage}
        rowKey={({ id }) => id}
        rowLabel={({ data, lavorazione }) => `${data} ${lavorazione}`}
        empty={<EmptyState icon={NotebookPen} title="Nessuna nota" text="Nel periodo e con questi filtri nessuna riga ha una nota." />}
      />
    </div>
  );
}
