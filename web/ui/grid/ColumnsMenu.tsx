import { Columns3 } from 'lucide-react';
import { loadLater } from '#web/lib/load-later.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';
import { Button } from '../feedback/Button.tsx';
import { Popover } from '../overlays/Popover.tsx';
import type { ColumnsMenuProps } from './columns-menu.ts';

const columnsPanel = loadLater(() => import('./ColumnsPanel.tsx'));

/** Button that opens the panel of columns; the panel's code is loaded on first use. */
export function ColumnsMenu<R>(props: ColumnsMenuProps<R>) {
  return (
    <Popover
      label="Colonne"
      className="w-64"
      button={
        <Button variant="ghost" plain icon={Columns3}>
          Colonne
        </Button>
      }
    >
      <Panel {...props} />
    </Popover>
  );
}

function Panel<R>(props: ColumnsMenuProps<R>) {
  const draw = useLoaded<ColumnsMenuProps<R>>(columnsPanel);
  return draw?.(props) ?? <div className="h-64" aria-busy />;
}
