/** How long a browser may take to begin going back. */
const WAIT = 400;

/** The part of the Navigation API that says whether a step back stays in the portal; not every browser has it. */
interface Navigation {
  canGoBack: boolean;
}

/** One step back; elsewhere, where there is no page of the portal behind this one (a scanned code opens a window of its own). */
export function back(elsewhere: () => void): void {
  const navigation = (window as { navigation?: Navigation }).navigation;
  if (!(navigation?.canGoBack ?? history.length > 1)) return elsewhere();
  // without that API the pages counted may all lie ahead: then nothing happens
  const timer = navigation ? undefined : setTimeout(elsewhere, WAIT);
  addEventListener('popstate', () => clearTimeout(timer), { once: true });
  history.back();
}
