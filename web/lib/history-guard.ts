import { pageOf } from './page-of.ts';

/**
 * Guard that asks before back, forward or closing the tab loses unsaved changes. The browser reports `popstate` after the move, so the
 * address is restored first; if the person agrees, the move is repeated.
 */
export interface HistoryGuard {
  /** Tells whether leaving now would lose unsaved changes. */
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
 * Installs the listeners of the guard. Call it once, before the first render: window listeners run in the order of registration, and this
 * one must be able to stop `popstate` before the router sees the event.
 */
export function watchHistory(): void {
  const place = () => ({ href: location.href, page: pageOf(location.href), state: history.state as unknown });
  let current = place();
  const remember = () => {
    current = place();
  };
  addEventListener('popstate', (event) => {
    if (!guard?.blocks() || pageOf(location.href) === current.page) return remember();
    event.stopImmediatePropagation();
    history.pushState(current.state, '', current.href);
    void guard.ask().then((leave) => {
      if (leave) history.back();
    });
  });
  // wouter dispatches these events on its own navigations
  addEventListener('pushState', remember);
  addEventListener('replaceState', remember);
  addEventListener('beforeunload', (event) => {
    if (guard?.blocks()) event.preventDefault();
  });
}
