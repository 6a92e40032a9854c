/** Prints the page, then runs `poi` on `afterprint`, because `print` does not block in every browser. */
export function printed(poi: () => void = () => {}): void {
  addEventListener('afterprint', poi, { once: true });
  window.print();
}
