/** Prints the page, then runs `onPrinted` on `afterprint`, because `print` does not block in every browser. */
export function printPage(onPrinted: () => void = () => {}): void {
  addEventListener('afterprint', onPrinted, { once: true });
  window.print();
}
