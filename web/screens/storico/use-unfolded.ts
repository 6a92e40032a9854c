import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import type { ListState } from '#web/ui/grid/list-state.ts';
import { unfoldRows, type TrailRow } from './rows.ts';
import { optionsUnfolded } from './storico.api.ts';

export interface Unfolding {
  rows: readonly TrailRow[] | undefined;
  unfolded: ReadonlySet<string>;
  onFold(gruppo: string): void;
}

/** Manages the unfolded rows of the page and reads their entries. If reading fails, the row is folded again, with a message. */
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
  const { entries, failed } = useQueries({
    queries: open.map((gruppo) => optionsUnfolded(state, gruppo)),
    combine: useCallback(
      (answers: readonly UseQueryResult<HistoryItem[]>[]) => ({
        entries: new Map(open.map((gruppo, i) => [gruppo, answers[i]?.data])),
        failed: open.flatMap((gruppo, i) => (answers[i]?.isLoadingError ? [{ gruppo, error: answers[i].error }] : [])),
      }),
      [open],
    ),
  });
  const snackbar = useSnackbar();
  useEffect(() => {
    for (const { gruppo, error } of failed) {
      snackbar.error('Voci non caricate', { detail: messageOf(error) });
      onFold(gruppo);
    }
  }, [failed, onFold, snackbar]);
  const rows = useMemo(() => page && unfoldRows(page, (gruppo) => entries.get(gruppo)), [page, entries]);
  return { rows, unfolded, onFold };
}
