/** Milliseconds to wait for a browser to begin going back. */
const WAIT = 400;

/** The part of the Navigation API that says whether a step back stays in the portal; not every browser has it. */
interface Navigation {
  canGoBack: boolean;
}

/**
 * Goes one step back in the history. Calls `elsewhere` if there is no page of the portal to return to, as in a
 * window opened by a scanned code.
 */
export function back(elsewhere: () => void): void {
  const navigation = (window as { navigation?: Navigation }).navigation;
  if (!(navigation?.canGoBack ?? history.length > 1)) return elsewhere();
  // without the Navigation API, `history.length` also counts pages ahead; going back may then do nothing
  const timer = navigation ? undefined : setTimeout(elsewhere, WAIT);
  addEventListener('popstate', () => clearTimeout(timer), { once: true });
  history.back();
}
