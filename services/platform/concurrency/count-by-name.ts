/** Counts taken places by name. A second release of a place has no effect. */
export function countByName() {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    take(name: string): () => void {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        const left = (counts.get(name) ?? 1) - 1;
        if (left > 0) counts.set(name, left);
        else counts.delete(name);
      };
    },
  };
}
