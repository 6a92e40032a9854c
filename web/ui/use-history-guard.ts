import { useEffect, type MutableRefObject } from 'react';

/**
 * Back, forward and closing the tab. The browser has already moved when it tells: the address is
 * put back, and the move made again if the person wants to leave.
 */
export function useHistoryGuard(current: MutableRefObject<unknown>, ask: () => Promise<boolean>): void {
  useEffect(() => {
    let here = { href: location.href, path: location.pathname, state: history.state as unknown };
    const remember = () => { here = { href: location.href, path: location.pathname, state: history.state }; };
    const moved = (event: PopStateEvent) => {
      if (!current.current || location.pathname === here.path) return remember();
      // the router must not see this move; capturing listeners come before its own
      event.stopImmediatePropagation();
      history.pushState(here.state, '', here.href);
      void ask().then((leave) => { if (leave) history.back(); });
    };
    const closing = (event: BeforeUnloadEvent) => { if (current.current) event.preventDefault(); };
    addEventListener('popstate', moved, true);
    addEventListener('pushState', remember);
    addEventListener('replaceState', remember);
    addEventListener('beforeunload', closing);
    return () => {
      removeEventListener('popstate', moved, true);
      removeEventListener('pushState', remember);
      removeEventListener('replaceState', remember);
      removeEventListener('beforeunload', closing);
    };
  }, [current, ask]);
}
