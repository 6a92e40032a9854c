/** Prints the page, then runs `then` on `afterprint`, because `print` does not block in every browser. */
export function printPage(then: () => void = () => {}): void {
  addEventListener('afterprint', then, { once: true });
  window.print();
}
