import clsx from 'clsx';
import { ChevronRight, Eye } from 'lucide-react';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { BAND_NAMES, kindName, seenWords, stopWords, subjectName, whenDue } from '#contracts/modules/scadenze/board-words.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DueState, SeenBadge } from './DueState.tsx';
import { boardKey, foldedWords, type BoardRow } from './fold.ts';
import { RinnovaButton } from './RinnovaButton.tsx';

const ACTIONS = 'azioni';

interface ColumnsOf {
  onSeen(item: DueItem): void;
  /** Unfolds a row that combines several, or folds it again. */
  onFold(key: string): void;
  unfolded: ReadonlySet<string>;
}

export const columnsOf = ({ onSeen, onFold, unfolded }: ColumnsOf): readonly GridColumn<BoardRow>[] => [
  { id: 'scadenza', label: 'Scadenza', type: 'deadline', width: 136, frozen: true, render: (item) => <DueState item={item} /> },
  { id: 'giorni', label: 'Quando', type: 'secondary', width: 112, value: whenDue, sortable: false },
  {
    id: 'tipo',
    label: 'Che cosa',
    minWidth: 288,
    value: kindName,
    render: (item) => <KindCell item={item} open={unfolded.has(boardKey(item))} onFold={onFold} />,
  },
  { id: 'id', label: 'Codice', type: 'key', width: 88, value: ({ id }) => id },
  { id: 'nome', label: 'Di chi', minWidth: 144 },
  { id: 'soggetto', label: 'Tipo', type: 'secondary', width: 104, value: subjectName, hidden: true },
  { id: 'cantiere', label: 'Cantiere', width: 128, render: (item) => <SiteCell item={item} /> },
  { id: 'responsabile', label: 'Responsabile', type: 'secondary', width: 120 },
  {
    id: 'visto_fino',
    label: 'Visto',
    width: 120,
    sortable: false,
    value: seenWords,
    render: (item) => (item.visto_fino === null ? <span className="none">–</span> : <SeenBadge item={item} short />),
  },
  { id: 'ferma', label: 'Ferma', width: 144, sortable: false, hidden: true, value: stopWords },
  { id: 'fascia', label: 'Fascia', width: 120, sortable: false, hidden: true, value: ({ fascia }) => BAND_NAMES[fascia] },
  { id: 'ore_mancanti', label: 'Ore mancanti', type: 'number', unit: 'h', width: 120, hidden: true },
  {
    id: ACTIONS,
    label: 'Azioni',
    width: 208,
    sortable: false,
    value: () => '',
    // a combined row has no buttons; each of its rows has its own
    render: (item) => (item.folded ? null : <RowActions item={item} onSeen={onSeen} />),
  },
];

/** Returns the columns that are exported or printed: all but the buttons. */
export const outputColumns = (columns: readonly GridColumn<BoardRow>[]): readonly GridColumn<BoardRow>[] =>
  columns.filter(({ id }) => id !== ACTIONS);

/** Shows a row's kind; for a combined row, the number of rows and the button that unfolds it. */
function KindCell({ item, open, onFold }: { item: BoardRow; open: boolean; onFold(key: string): void }) {
  if (!item.folded)
    return (
      <span className={clsx('block truncate', item.inside && 'pl-6')} title={kindName(item)}>
        {kindName(item)}
      </span>
    );
  const words = foldedWords(item.folded);
  return (
    <button
      type="button"
      aria-expanded={open}
      title={words}
      className="flex w-full items-center gap-1 text-left font-medium"
      onClick={() => onFold(boardKey(item))}
    >
      <ChevronRight className={clsx('h-4 w-4 flex-none transition-transform', open && 'rotate-90')} aria-hidden />
      <span className="truncate">{words}</span>
    </button>
  );
}

function SiteCell({ item }: { item: DueItem }) {
  const stops = stopWords(item);
  if (stops)
    return (
      <Badge tone="danger" title={stops}>
        {stops}
      </Badge>
    );
  return item.cantiere === null ? <span className="none">–</span> : <span className="num">{item.cantiere}</span>;
}

export function RowActions({ item, onSeen, size = 'sm' }: { item: DueItem; onSeen(item: DueItem): void; size?: 'sm' | 'lg' }) {
  return (
    <span className="inline-flex items-center gap-1">
      <RinnovaButton item={item} size={size} />
      <Button variant="ghost" size={size} icon={Eye} onClick={() => onSeen(item)}>
        VISTO
        <ScreenReaderText>
          {item.tipo_nome}, {item.nome}
        </ScreenReaderText>
      </Button>
    </span>
  );
}
