import clsx from 'clsx';
import { GripVertical, Pin } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Checkbox } from '../inputs/Checkbox.tsx';

interface ColumnsMenuItemProps {
  label: string;
  frozen: boolean;
  visible: boolean;
  pinned: boolean;
  dragged: boolean;
  onVisible(visible: boolean): void;
  onPin(): void;
  onStep(step: -1 | 1): void;
  onDrag(start: boolean): void;
  onDragOver(): void;
}

/** Shows a column in the panel of columns. The grip moves the column by dragging, or by arrow keys. */
export function ColumnsMenuItem({ label, frozen, visible, pinned, dragged, ...on }: ColumnsMenuItemProps) {
  const key = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const grip = event.currentTarget;
    on.onStep(step);
    // the item is rendered at another position, so the focus must be restored
    requestAnimationFrame(() => grip.focus());
  };
  return (
    <li
      className={clsx('menu-item !h-7 max-md:!h-11', dragged && 'is-active')}
      draggable={!frozen}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        on.onDrag(true);
      }}
      onDragEnd={() => on.onDrag(false)}
      onDragEnter={on.onDragOver}
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
        onChange={frozen ? () => {} : on.onVisible}
        className="min-w-0 flex-1 truncate"
      />
      {frozen ? <span className="ml-auto text-caption text-ink-3">bloccata</span> : null}
      {!frozen && visible ? (
        <button
          type="button"
          aria-pressed={pinned}
          aria-label={`Blocca ${label} a sinistra`}
          title={pinned ? 'Lascia scorrere' : 'Blocca a sinistra'}
          className={clsx('ml-auto grid h-6 w-6 flex-none place-items-center', pinned ? 'text-accent-ink' : 'text-ink-off hover:text-ink')}
          onClick={on.onPin}
        >
          <Pin className={clsx('icon-sm', pinned && 'fill-current')} aria-hidden />
        </button>
      ) : null}
    </li>
  );
}
