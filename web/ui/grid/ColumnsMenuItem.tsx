import clsx from 'clsx';
import { GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Checkbox } from '../inputs/Checkbox.tsx';

interface ColumnsMenuItemProps {
  label: string;
  frozen: boolean;
  visible: boolean;
  dragged: boolean;
  onVisible(visible: boolean): void;
  onStep(step: -1 | 1): void;
  onDrag(start: boolean): void;
  onDragOver(): void;
}

/** Shows a column in the panel of columns. The grip moves the column by dragging, or by arrow keys. */
export function ColumnsMenuItem({ label, frozen, visible, dragged, onVisible, onStep, onDrag, onDragOver }: ColumnsMenuItemProps) {
  const key = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const grip = event.currentTarget;
    onStep(step);
    // the item is rendered at another position, so the focus must be restored
    requestAnimationFrame(() => grip.focus());
  };
  return (
    <li
      className={clsx('menu-item !h-7 max-md:!h-11', dragged && 'is-active')}
      draggable={!frozen}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
      onDragEnter={onDragOver}
      onDragOver={(event) => event.preventDefault()}
    >
      <button
        type="button"
        disabled={frozen}
        className="-mx-1 grid h-6 w-6 flex-none cursor-grab place-items-center text-ink-off disabled:cursor-default"
        aria-label={`Sposta ${label}: frecce su e giù`}
        onKeyDown={key}
      >
        <GripVertical className="icon-sm" aria-hidden />
      </button>
      <Checkbox
        checked={visible}
        aria-disabled={frozen || undefined}
        label={label}
        onChange={frozen ? () => {} : onVisible}
        className="min-w-0 flex-1 truncate"
      />
      {frozen ? <span className="ml-auto text-caption text-ink-3">bloccata</span> : null}
    </li>
  );
}
