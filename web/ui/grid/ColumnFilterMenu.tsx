import { Filter } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Popover } from '../overlays/Popover.tsx';
import type { ColumnFiltering } from './grid-types.ts';
import type { Placement } from '../overlays/place.ts';

interface ColumnFilterMenuProps {
  columns: readonly { id: string; label: string }[];
  filters: ColumnFiltering;
  button: ReactElement;
  anchor?: Placement;
}

/** Button that opens the filters of all columns, of hidden ones too, one below the other. */
export function ColumnFilterMenu({ columns, filters, button, anchor = 'bottom-end' }: ColumnFilterMenuProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Popover
      label="Filtri delle colonne"
      anchor={anchor}
      className="max-h-[70vh] w-[min(320px,calc(100vw-32px))] overflow-y-auto"
      button={button}
    >
      {columns
        .filter(({ id }) => filters.has(id))
        .map(({ id, label }) => (
          <div key={id}>
            <button
              type="button"
              className="menu-item justify-between max-md:!h-11"
              aria-expanded={open === id}
              onClick={() => setOpen(open === id ? null : id)}
            >
              <span className="truncate">{label}</span>
              {filters.isOn(id) ? <Filter className="icon-sm fill-current text-accent-ink" aria-label="attivo" /> : null}
            </button>
            {open === id ? filters.panel(id) : null}
          </div>
        ))}
    </Popover>
  );
}
