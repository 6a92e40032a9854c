import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { changeListState, readListState, writeListState, type ListDefaults, type ListState } from '#web/ui/grid/list-state.ts';
import { rememberList } from './list-memory.ts';

export interface ListStateHandle {
  state: ListState;
  change(change: Partial<ListState>): void;
  /** Text in the search box; the list follows 250 ms after the last key. */
  searchText: string;
  setSearchText(text: string): void;
  /** Writes the search text to the address at once, before the page is left. */
  flush(): void;
}

const DEBOUNCE = 250;

/** Keeps the list's state in the address. Keep the identity of `defaults` stable. */
export function useListState(defaults: ListDefaults): ListStateHandle {
  const queryString = useSearch();
  const [path, navigate] = useLocation();
  const state = useMemo(() => readListState(queryString, defaults), [queryString, defaults]);
  const change = useCallback(
    (changes: Partial<ListState>) => {
      // a list may stay mounted but hidden while the next screen loads; the address then belongs to the next screen
      if (location.pathname !== path) return;
      // read the address now: search and click may both change the state between two renders
      const now = readListState(location.search, defaults);
      const newQuery = writeListState(changeListState(now, changes), defaults);
      // remember now, because the next screen may open before this one renders again
      rememberList(path, newQuery);
      navigate(path + newQuery, { replace: true });
    },
    [defaults, navigate, path],
  );
  const [searchText, setSearchText] = useState(state.cerca);

  // update the search box after back, forward or a link within the portal
  useEffect(() => setSearchText((now) => (now.trim() === state.cerca ? now : state.cerca)), [state.cerca]);
  useEffect(() => {
    if (searchText.trim() === state.cerca) return;
    const timer = setTimeout(() => change({ cerca: searchText.trim() }), searchText === '' ? 0 : DEBOUNCE);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs only after typing; the effect above follows changes of the address
  }, [searchText]);
  useEffect(() => rememberList(path, writeListState(state, defaults)), [path, state, defaults]);
  // remember a search not yet written to the address when a row is opened, so that the way back includes it
  const last = useRef({ state, searchText });
  last.current = { state, searchText };
  useEffect(
    () => () => {
      const typed = last.current.searchText.trim();
      if (typed !== last.current.state.cerca)
        rememberList(path, writeListState(changeListState(last.current.state, { cerca: typed }), defaults));
    },
    [path, defaults],
  );
  const flush = useCallback(() => {
    const typed = last.current.searchText.trim();
    if (typed !== last.current.state.cerca) change({ cerca: typed });
  }, [change]);
  return { state, change, searchText, setSearchText, flush };
}
