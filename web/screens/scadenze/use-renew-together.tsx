import { RefreshCw } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { scope } from '#contracts/core/permissions.ts';
import { BOARD_REGISTERS, type DueItem } from '#contracts/modules/scadenze/board.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { loadLater } from '#web/lib/load-later.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { ToolbarButton } from '#web/ui/grid/ToolbarButton.tsx';
import { EMPTY_SELECTION, type Selection } from '#web/ui/grid/selection.ts';
import { SelectionAction } from '#web/ui/grid/SelectionBar.tsx';
import { boardKey, type BoardRow } from './fold.ts';
import { askedOf, TOGETHER, type AskedTogether } from './renewable.ts';

const TogetherDialog = lazy(loadLater(() => import('#web/modules/scadenze/renew/together/TogetherDialog.tsx')));

interface RenewTogether {
  /** Selection of the grid; absent if the person may renew nothing. */
  grid: { selection: Selection; onSelection(selection: Selection): void; selectionActions: ReactNode } | undefined;
  /** Button beside the filters. */
  button: ReactNode;
  dialog: ReactNode;
}

/**
 * Returns RINNOVA INSIEME of the board, for the selected rows or, without a selection, for the filtered rows. `readWholeBoard` reads all filtered
 * rows.
 */
export function useRenewTogether(
  rows: readonly BoardRow[] | undefined,
  filters: Readonly<Record<string, string>>,
  readWholeBoard: () => Promise<DueItem[]>,
): RenewTogether {
  const who = useIdentity();
  const snackbar = useSnackbar();
  const subjects = TOGETHER.filter((subject) => scope(who, BOARD_REGISTERS[subject].access, 'edit') !== 'none');
  const [selection, setSelection] = useState<Selection>(EMPTY_SELECTION);
  const [request, setRequest] = useState<AskedTogether | null>(null);
  // remember rows of other pages, because the selection may include them
  const itemsByKey = useRef(new Map<string, readonly DueItem[]>());
  for (const row of rows ?? []) itemsByKey.current.set(boardKey(row), row.folded ?? [row]);
  const [first] = subjects;
  if (!first) return { grid: undefined, button: null, dialog: null };

  const nothing = (): AskedTogether => ({
    soggetto: subjects.find((subject) => subject === filters['soggetto']) ?? first,
    tipo: filters['tipo'] ?? null,
    people: [],
    leftOut: 0,
  });
  const open = async () => {
    if (!selection.all && selection.keys.size === 0) return setRequest(nothing());
    const selectedItems = [...selection.keys].flatMap((key) => itemsByKey.current.get(key) ?? []);
    const selectedKeys = new Set(selectedItems.map(boardKey));
    try {
      const items = selection.all
        ? (await readWholeBoard()).filter((row) => !selectedKeys.has(boardKey(row)))
        : [...new Map(selectedItems.map((row) => [boardKey(row), row])).values()];
      const request = askedOf(items, subjects);
      if (request) setRequest(request);
      else snackbar.error('Fra le righe scelte non c’è un documento da rinnovare insieme');
    } catch (error) {
      snackbar.error('Righe non lette', { detail: messageOf(error) });
    }
  };
  return {
    grid: {
      selection,
      onSelection: setSelection,
      selectionActions: (
        <SelectionAction icon={RefreshCw} onClick={() => void open()}>
          RINNOVA
        </SelectionAction>
      ),
    },
    button: (
      <ToolbarButton icon={RefreshCw} onClick={() => void open()}>
        RINNOVA INSIEME
      </ToolbarButton>
    ),
    dialog: request ? (
      <Suspense>
        <TogetherDialog
          request={request}
          note={request.leftOut > 0 ? leftOutWords(request.leftOut) : undefined}
          onClose={() => {
            setRequest(null);
            setSelection(EMPTY_SELECTION);
          }}
        />
      </Suspense>
    ) : null,
  };
}

const leftOutWords = (rows: number): string =>
  rows === 1 ? 'Una riga scelta non va con le altre, e resta fuori' : `${rows} righe scelte non vanno con le altre, e restano fuori`;
