/** Window events of navigation: back and forward, and those that the router dispatches. */
const MOVES = ['popstate', 'pushState', 'replaceState'] as const;

/** Identifies the open record by path and key; its tab, a search or a filter may change without leaving the record. */
const place = (): string => `${location.pathname}?${new URLSearchParams(location.search).get('id') ?? ''}`;

/** Runs `action` after `ms`, unless the person leaves the record that is open now, even if they come back to it. */
export function runUnlessLeft(action: () => void, ms: number): void {
  const start = place();
  const timer = setTimeout(() => {
    stop();
    action();
  }, ms);
  const stopIfMoved = (): void => {
    if (place() !== start) stop();
  };
  const stop = (): void => {
    clearTimeout(timer);
    for (const move of MOVES) removeEventListener(move, stopIfMoved);
  };
  for (const move of MOVES) addEventListener(move, stopIfMoved);
}
