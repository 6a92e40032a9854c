/** Prints the page as it is now, then runs `poi`; `afterprint` comes also where `print` does not wait. */
export function printed(poi: () => void = () => {}): void {
  addEventListener('afterprint', poi, { once: true });
  window.print();
}
