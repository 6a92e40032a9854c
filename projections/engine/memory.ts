/** Maximum number of cached rows per table. */
const KEPT = 1000;

type Rows = Map<string, unknown>;

/**
 * Cache of the rows that one runner's batches wrote, so that the next batch need not read them. A batch receives the cache only if the
 * checkpoints stand in the same tables and at the same position as after the previous batch. So no other process has written in between.
 */
export interface Memory {
  /** Returns the rows of the keys `of`: cached rows, and the result of `read` for the other keys. */
  recall<V>(table: string, of: readonly string[], read: (others: readonly string[]) => Promise<Map<string, V>>): Promise<Map<string, V>>;
  /** Drops the cached rows of a table that is changed by other means than `recall`. */
  forget(table: string): void;
  /** Caches the rows that `recall` returned, as the batch changed them. Call this after the commit. */
  keep(): void;
}

export function createMemory(): Memory {
  const tables = new Map<string, Rows>();
  const given: [string, Rows][] = [];
  const rowsOf = (table: string): Rows => {
    const rows = tables.get(table) ?? new Map<string, unknown>();
    tables.set(table, rows);
    return rows;
  };
  return {
    async recall<V>(table: string, of: readonly string[], read: (others: readonly string[]) => Promise<Map<string, V>>) {
      const kept = rowsOf(table) as Map<string, V>;
      const others = of.filter((key) => !kept.has(key));
      const rows = others.length > 0 ? await read(others) : new Map<string, V>();
      for (const key of of) {
        const row = kept.get(key);
        if (row !== undefined) rows.set(key, row);
      }
      given.push([table, rows]);
      return rows;
    },
    forget(table) {
      tables.delete(table);
    },
    keep() {
      for (const [table, rows] of given.splice(0)) {
        const kept = rowsOf(table);
        for (const [key, row] of rows) {
          // moves the key to the end, since the oldest keys are dropped first
          kept.delete(key);
          kept.set(key, row);
        }
        for (const oldest of kept.keys()) {
          if (kept.size <= KEPT) break;
          kept.delete(oldest);
        }
      }
    },
  };
}
