import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { HistoryItem } from '#contracts/core/history.ts';
import type { ListState } from '#web/ui/grid/list-state.ts';
import { unfoldRows, type TrailRow } from './rows.ts';
import { optionsUnfolded } from './storico.api.ts';

export interface Unfolding {
  rows: readonly TrailRow[] | undefined;
  unfolded: ReadonlySet<string>;
  onFold(gruppo: string): void;
}

/** Keeps which rows of the page are unfolded, and reads their entries. */
export function useUnfolded(state: ListState, page: readonly HistoryItem[] | undefined): Unfolding {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const onFold = useCallback(
    (gruppo: string) => setUnfolded((now) => new Set(now.has(gruppo) ? [...now].filter((one) => one !== gruppo) : [...now, gruppo])),
    [],
  );
  const open = useMemo(
    () => (page ?? []).flatMap(({ insieme }) => (insieme && unfolded.has(insieme.gruppo) ? [insieme.gruppo] : [])),
    [page, unfolded],
  );
  const entries = useQueries({
    queries: open.map((gruppo) => optionsUnfolded(state, gruppo)),
    combine: useCallback(
      (answers: readonly { data: HistoryItem[] | undefined }[]) => new Map(open.map((gruppo, i) => [gruppo, answers[i]?.data])),
      [open],
    ),
  });
  const rows = useMemo(() => page && unfoldRows(page, (gruppo) => entries.get(gruppo)), [page, entries]);
  return { rows, unfolded, onFold };
}
