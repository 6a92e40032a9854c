/** How long a browser may take to begin going back. */
const ATTESA = 400;

/** The part of the Navigation API that says whether a step back stays in the portal; not every browser has it. */
interface Navigazione { canGoBack: boolean }

/** One step back; elsewhere, where there is no page of the portal behind this one (a scanned code opens a window of its own). */
export function indietro(altrove: () => void): void {
  const navigazione = (window as { navigation?: Navigazione }).navigation;
  if (!(navigazione?.canGoBack ?? history.length > 1)) return altrove();
  // without that API the pages counted may all lie ahead: then nothing happens
  const timer = navigazione ? undefined : setTimeout(altrove, ATTESA);
  addEventListener('popstate', () => clearTimeout(timer), { once: true });
  history.back();
}
