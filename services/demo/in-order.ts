/**
 * Runs `work` for every item, `insieme` at a time; items with the same key run one after another in
 * the order of the list. Stops at the first failure.
 */
export async function inOrdine<T>(items: readonly T[], insieme: number, key: (item: T) => string, work: (item: T, index: number) => Promise<void>): Promise<void> {
  const ultimi = new Map<string, Promise<void>>();
  const attivi = new Set<Promise<void>>();
  for (const [index, item] of items.entries()) {
    const k = key(item);
    const run = (ultimi.get(k) ?? Promise.resolve()).then(() => work(item, index));
    ultimi.set(k, run);
    attivi.add(run);
    const fine = () => attivi.delete(run);
    run.then(fine, fine);
    if (attivi.size >= insieme) await Promise.race(attivi);
  }
  await Promise.all(ultimi.values());
}
