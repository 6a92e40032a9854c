import { Eye } from 'lucide-react';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { BAND_NAMES, kindName, seenWords, subjectName, whenDue } from '#contracts/modules/scadenze/board-words.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Said } from '#web/ui/feedback/Said.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DueState, SeenBadge } from './DueState.tsx';
import { RinnovaButton } from './RinnovaButton.tsx';

const ACTIONS = 'azioni';

export const columnsOf = (onSeen: (item: DueItem) => void): readonly GridColumn<DueItem>[] => [
  { id: 'scadenza', label: 'Scadenza', type: 'deadline', width: 136, frozen: true, render: (item) => <DueState item={item} /> },
  { id: 'giorni', label: 'Quando', type: 'secondary', width: 112, value: whenDue, sortable: false },
  { id: 'tipo', label: 'Che cosa', minWidth: 168, value: kindName },
  { id: 'id', label: 'Codice', type: 'key', width: 88, value: ({ id }) => id },
  { id: 'nome', label: 'Di chi', minWidth: 144 },
  { id: 'soggetto', label: 'Tipo', type: 'secondary', width: 104, value: subjectName, wideOnly: true },
  { id: 'cantiere', label: 'Cantiere', width: 88 },
  { id: 'responsabile', label: 'Responsabile', type: 'secondary', width: 120 },
  {
    id: 'visto_fino',
    label: 'Visto',
    width: 120,
    sortable: false,
    value: seenWords,
    render: (item) => (item.visto_fino === null ? <span className="none">–</span> : <SeenBadge item={item} short />),
  },
  { id: 'fascia', label: 'Fascia', width: 120, sortable: false, hidden: true, value: ({ fascia }) => BAND_NAMES[fascia] },
  { id: 'ore_mancanti', label: 'Ore mancanti', type: 'number', unit: 'h', width: 120, hidden: true },
  {
    id: ACTIONS,
    label: 'Azioni',
    width: 208,
    sortable: false,
    value: () => '',
    render: (item) => <RowActions item={item} onSeen={onSeen} />,
  },
];

/** What is written to a file or printed: buttons are not. */
export const told = (columns: readonly GridColumn<DueItem>[]): readonly GridColumn<DueItem>[] => columns.filter(({ id }) => id !== ACTIONS);

export function RowActions({ item, onSeen, size = 'sm' }: { item: DueItem; onSeen(item: DueItem): void; size?: 'sm' | 'lg' }) {
  return (
    <span className="inline-flex items-center gap-1">
      <RinnovaButton item={item} size={size} />
      <Button variant="ghost" size={size} icon={Eye} onClick={() => onSeen(item)}>
        VISTO
        <Said>
          {item.tipo_nome}, {item.nome}
        </Said>
      </Button>
    </span>
  );
}
