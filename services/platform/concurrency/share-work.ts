/** Wraps an operation so that concurrent callers share one execution and its result. */
export function shareWork<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= work().finally(() => (underWay = null));
    return underWay;
  };
}
