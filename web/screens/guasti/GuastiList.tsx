import { ListChecks } from 'lucide-react';
import { guasti } from '#contracts/registers/guasti.ts';
import { problemsOf } from '#contracts/modules/guasti/points.ts';
import { puntiControllo } from '#contracts/registers/punti-controllo.ts';
import { useIdentity } from '#web/lib/session.ts';
import { listButtons } from '#web/registers/buttons.ts';
import { registerColumns, type RowOf } from '#web/registers/list/columns.ts';
import { RegisterList } from '#web/registers/list/RegisterList.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { FaultState } from './FaultState.tsx';

type Fault = RowOf<typeof guasti>;

/** Joins the failed points of the check and the reported text. */
const wrong = (row: Fault): string => [problemsOf(row.punti).join(', '), row.testo].filter(Boolean).join(': ');

const COLUMNS: readonly GridColumn<Fault>[] = [
  ...registerColumns(guasti).map((column): GridColumn<Fault> => {
    if (column.id === 'testo') return { ...column, value: wrong, render: (row) => wrong(row) || 'Tutto OK' };
    if (column.id === 'ferma') return { ...column, label: 'Stato', width: 150, render: (row) => <FaultState row={row} /> };
    return column.id === 'matricola' ? { ...column, width: 140 } : column;
  }),
  { id: 'giorni_fermo', label: 'Giorni fermo', type: 'number', width: 110 },
];

/** Shows the list GUASTI E CONTROLLI. People who may edit the points to check get a link to their list. */
export default function GuastiList() {
  const { add } = listButtons(useIdentity(), puntiControllo);
  return (
    <RegisterList
      def={guasti}
      columns={COLUMNS}
      // no AGGIUNGI: faults are reported from the machine's page, which has its points
      buttons={{ add: false }}
      actions={() => (add ? [{ label: 'PUNTI DI CONTROLLO', icon: ListChecks, look: 'secondary', href: puntiControllo.list.route }] : [])}
      card={(row) => <FaultCard row={row} />}
    />
  );
}

function FaultCard({ row }: { row: Fault }) {
  return (
    <>
      <span className="flex items-center justify-between gap-3">
        <span className="num truncate text-touch font-semibold">{row.matricola}</span>
        <FaultState row={row} />
      </span>
      <span className="block truncate text-read">{wrong(row) || 'Tutto OK'}</span>
      <span className="num block truncate text-label text-ink-3">
        {row.quando}, {row.utente}
      </span>
    </>
  );
}
