/** The window events of every move: back and forward, and the ones the router announces. */
const MOVES = ['popstate', 'pushState', 'replaceState'] as const;

/** Which record is open: its tab, a search or a filter may change without leaving it. */
const place = (): string => `${location.pathname}?${new URLSearchParams(location.search).get('id') ?? ''}`;

/** Runs `then` after `ms`, unless the person leaves the record that is open now; coming back to it does not count as having stayed. */
export function laterHere(then: () => void, ms: number): void {
  const here = place();
  const timer = setTimeout(() => {
    stop();
    then();
  }, ms);
  const moved = (): void => {
    if (place() !== here) stop();
  };
  const stop = (): void => {
    clearTimeout(timer);
    for (const move of MOVES) removeEventListener(move, moved);
  };
  for (const move of MOVES) addEventListener(move, moved);
}
