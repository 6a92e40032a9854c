/** The same work for whoever asks while it is under way. */
export function shareWork<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= work().finally(() => (underWay = null));
    return underWay;
  };
}
