import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { authorOf, fieldsInWords, recordOf } from '#contracts/core/history-in-words.ts';
import { trailInWords } from '#contracts/core/trail-in-words.ts';
import { areaName, CHANGE_NAMES, originName, registerName } from '#contracts/modules/trail-words.ts';
import { formatTime } from '#web/lib/format.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { TrailRow } from './rows.ts';

/** Id of the column whose sentence says who did what to which record. */
export const SENTENCE = 'fatto';

export const sentenceOf = (catalogue: Catalogue, entry: TrailRow): string => `${authorOf(entry)} ${trailInWords(catalogue, entry)}`;

interface Folding {
  unfolded: ReadonlySet<string>;
  /** Unfolds a row that combines several entries, or folds it again. */
  onFold(gruppo: string): void;
}

export const storicoColumns = (catalogue: Catalogue, folding: Folding): readonly GridColumn<TrailRow>[] => [
  { id: 'quando', label: 'Quando', type: 'time', width: 96, sortable: false, frozen: true, render: ({ quando }) => formatTime(quando) },
  {
    id: SENTENCE,
    label: 'Chi, che cosa, dove',
    width: 544,
    sortable: false,
    value: (entry) => sentenceOf(catalogue, entry),
    render: (entry) => <SentenceCell entry={entry} text={sentenceOf(catalogue, entry)} {...folding} />,
  },
  {
    id: 'campi',
    label: 'Campi',
    type: 'secondary',
    sortable: false,
    minWidth: 168,
    value: (entry) => (entry.insieme ? null : fieldsInWords(catalogue, entry)),
  },
  ...singleColumns(catalogue),
  { id: 'tipo', label: 'Tipo', width: 160, sortable: false, hidden: true, value: ({ tipo }) => CHANGE_NAMES[tipo] },
  {
    id: 'tabella',
    label: 'Registro',
    width: 160,
    sortable: false,
    hidden: true,
    value: ({ tabella }) => registerName(catalogue, tabella),
  },
  { id: 'area', label: 'Area', width: 128, sortable: false, hidden: true, value: ({ area }) => areaName(area) },
  { id: 'origine', label: 'Origine', width: 144, sortable: false, hidden: true, value: ({ origine }) => originName(origine) },
  { id: 'evento', label: 'Evento', width: 208, sortable: false, hidden: true },
  { id: 'motivo', label: 'Motivo', width: 152, sortable: false, hidden: true },
];

/** Returns the columns that contain the parts of the sentence: hidden on the screen at first, shown in files and on paper. */
const singleColumns = (catalogue: Catalogue): readonly GridColumn<TrailRow>[] => [
  { id: 'utente', label: 'Chi', width: 128, sortable: false, hidden: true },
  { id: 'nome', label: 'Nome', type: 'secondary', width: 128, sortable: false, hidden: true },
  {
    id: 'record',
    label: 'Record',
    type: 'key',
    minWidth: 184,
    sortable: false,
    hidden: true,
    value: (entry) => recordOf(catalogue, entry),
  },
  { id: 'frase', label: 'Che cosa', minWidth: 176, sortable: false, hidden: true },
];

/** Returns the columns for a file or for paper, where the sentence is replaced by a column for each of its parts. */
export function writtenColumns(catalogue: Catalogue, shown: readonly GridColumn<TrailRow>[]): readonly GridColumn<TrailRow>[] {
  const single = singleColumns(catalogue).filter(({ id }) => !shown.some((column) => column.id === id));
  return shown.flatMap((column) => (column.id === SENTENCE ? single : [column]));
}

function SentenceCell({ entry, text, unfolded, onFold }: Folding & { entry: TrailRow; text: string }) {
  const { insieme, inside } = entry;
  if (!insieme)
    return (
      <span className={clsx('block truncate', inside && 'pl-6')} title={text}>
        {text}
      </span>
    );
  const open = unfolded.has(insieme.gruppo);
  return (
    <button
      type="button"
      aria-expanded={open}
      title={text}
      className="flex w-full items-center gap-1 text-left font-medium"
      onClick={() => onFold(insieme.gruppo)}
    >
      <ChevronRight className={clsx('h-4 w-4 flex-none transition-transform', open && 'rotate-90')} aria-hidden />
      <span className="truncate">{text}</span>
    </button>
  );
}
