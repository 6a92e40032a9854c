import clsx from 'clsx';
import { X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { EMPTY_SELECTION, FULL_SELECTION, selectedCount, type Selection } from './selection.ts';

interface SelectionBarProps {
  selection: Selection;
  total: number;
  onSelection(selection: Selection): void;
  actions?: ReactNode;
}

/** Shows the number of selected rows with their actions, in the middle of the grid's foot, where it covers no row. */
export function SelectionBar({ selection, total, onSelection, actions }: SelectionBarProps) {
  const count = selectedCount(selection, total);
  if (count === 0) return null;
  return (
    <div
      className={clsx(
        'selection absolute left-1/2 -translate-x-1/2 max-md:fixed max-md:inset-x-4 max-md:bottom-[calc(theme(spacing.strip)+1rem)] max-md:left-4 max-md:z-bar max-md:h-auto max-md:translate-x-0 max-md:flex-wrap max-md:py-1 print:hidden',
      )}
      role="toolbar"
      aria-label="Azioni sulla selezione"
    >
      <strong className="whitespace-nowrap font-semibold" aria-live="polite">
        {count === 1 ? '1 selezionato' : `${formatNumber(count, 0)} selezionati`}
      </strong>
      {count < total ? (
        <>
          <Separator />
          <button
            type="button"
            className="whitespace-nowrap !font-medium !tracking-normal max-md:!h-11"
            onClick={() => onSelection(FULL_SELECTION)}
          >
            Seleziona tutti i {formatNumber(total, 0)} risultati
          </button>
        </>
      ) : null}
      {actions ? (
        <>
          <Separator />
          {actions}
        </>
      ) : null}
      <Separator />
      <button
        type="button"
        className="max-md:ml-auto max-md:!h-11 max-md:!w-11 max-md:justify-center"
        aria-label="Deseleziona"
        onClick={() => onSelection(EMPTY_SELECTION)}
      >
        <X className="icon" aria-hidden />
      </button>
    </div>
  );
}

const Separator = () => <span className="sep max-md:hidden" aria-hidden="true" />;

/** A button of the selection bar. */
export function SelectionAction({ icon: Icon, onClick, children }: { icon: LucideIcon; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className="whitespace-nowrap max-md:!h-11" onClick={onClick}>
      <Icon className="icon" aria-hidden />
      {children}
    </button>
  );
}
