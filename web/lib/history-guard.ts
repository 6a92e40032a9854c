/**
 * Back, forward and closing the tab, while something unsaved would be lost. The browser has already
 * moved when it tells: the address is put back, and the move made again if the person wants to leave.
 */
export interface HistoryGuard {
  /** Something would be lost by leaving now. */
  blocks(): boolean;
  /** Resolves true when the page may be left. */
  ask(): Promise<boolean>;
}

let guard: HistoryGuard | null = null;

export function guardHistory(next: HistoryGuard): () => void {
  guard = next;
  return () => {
    guard = null;
  };
}

/**
 * Call once, before the first render: on the window listeners run in the order they were added,
 * and this one must be able to hide a move from the router's.
 */
export function watchHistory(): void {
  const place = () => ({ href: location.href, path: location.pathname, state: history.state as unknown });
  let here = place();
  const remember = () => {
    here = place();
  };
  addEventListener('popstate', (event) => {
    if (!guard?.blocks() || location.pathname === here.path) return remember();
    event.stopImmediatePropagation();
    history.pushState(here.state, '', here.href);
    void guard.ask().then((leave) => {
      if (leave) history.back();
    });
  });
  // the router announces its own moves under these names
  addEventListener('pushState', remember);
  addEventListener('replaceState', remember);
  addEventListener('beforeunload', (event) => {
    if (guard?.blocks()) event.preventDefault();
  });
}
