/**
 * Runs `work` for every item, `together` at a time; items with the same key run one after another in
 * the order of the list. Stops at the first failure.
 */
export async function inOrder<T>(
  items: readonly T[],
  together: number,
  key: (item: T) => string,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const last = new Map<string, Promise<void>>();
  const active = new Set<Promise<void>>();
  for (const [index, item] of items.entries()) {
    const k = key(item);
    const run = (last.get(k) ?? Promise.resolve()).then(() => work(item, index));
    last.set(k, run);
    active.add(run);
    const end = () => active.delete(run);
    run.then(end, end);
    if (active.size >= together) await Promise.race(active);
  }
  await Promise.all(last.values());
}
