/** Rows of each table that are kept: more than are touched again soon. */
const KEPT = 1000;

type Rows = Map<string, unknown>;

/**
 * Rows as the batches of one runner left them, which need not be read again. It is handed on only
 * from a batch to one that finds the checkpoints, in the very same tables, where the other left them:
 * nobody else can have written in between.
 */
export interface Memory {
  /** `of` where it is remembered; `read` is asked for the others. */
  recall<V>(table: string, of: readonly string[], read: (others: readonly string[]) => Promise<Map<string, V>>): Promise<Map<string, V>>;
  /** The rows of a table are changed by other ways than by what was recalled. */
  forget(table: string): void;
  /** The batch is written: what it made of the rows it was given is what stands in the tables. */
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
          // the last touched last
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
