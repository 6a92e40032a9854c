import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { EMPTY_SELECTION, resolveSelection, selectedCount, type Selection } from '#web/ui/grid/selection.ts';
import type { RowOf } from '../row.ts';
import { fetchAll, type ListQuery } from '../register.api.ts';
import { byKeys, selectionQuery } from './selection-query.ts';

export interface ListSelection<D extends AnyRegister = AnyRegister> {
  selection: Selection;
  setSelection(selection: Selection): void;
  count: number;
  clear(): void;
  /** Returns the selected keys; for "all results", requests them from the server. */
  keys(): Promise<string[]>;
  /** List request for the selected rows; `null` if there is none. */
  query: ListQuery | null;
  /** Reads the selected records. */
  rows(): Promise<RowOf<D>[]>;
}

/** Manages a selection that survives paging. "All results" is cleared when search or filters change, everything when the list's instant does. */
export function useListSelection<D extends AnyRegister>(def: D, query: ListQuery, total: number): ListSelection<D> {
  const [selection, setSelection] = useState<Selection>(EMPTY_SELECTION);
  const queryKey = JSON.stringify([query.cerca, query.filtri]);
  useEffect(() => setSelection((now) => (now.all ? EMPTY_SELECTION : now)), [queryKey]);
  // a record of another instant may not exist today
  useEffect(() => setSelection(EMPTY_SELECTION), [query.al]);
  const clear = useCallback(() => setSelection(EMPTY_SELECTION), []);
  const rows = useCallback(async () => {
    const rows = await fetchAll(def, selection.all ? query : { ...query, cerca: '', filtri: byKeys(def, selection.keys) });
    const selectedKeys = new Set(
      resolveSelection(
        selection,
        rows.map((row) => String(row[def.key.field])),
      ),
    );
    return rows.filter((row) => selectedKeys.has(String(row[def.key.field])));
  }, [def, query, selection]);
  const keys = useCallback(
    async () => (selection.all ? (await rows()).map((row) => String(row[def.key.field])) : [...selection.keys]),
    [def, rows, selection],
  );
  const count = selectedCount(selection, total);
  const selectedRows = useMemo(() => selectionQuery(def, query, selection), [def, query, selection]);
  return useMemo(
    () => ({ selection, setSelection, count, clear, keys, rows, query: selectedRows }),
    [selection, count, clear, keys, rows, selectedRows],
  );
}
