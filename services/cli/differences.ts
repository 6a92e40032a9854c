/** An event of the log, or a leaf of the tree. */
export interface Entry {
  stream: string;
  version: number;
  hash: Buffer;
}

/** A difference between the log and the leaves of the tree. */
export interface LogDifference {
  kind: 'changed' | 'missing' | 'added' | 'moved';
  stream: string;
  version: number;
}

export interface Differences {
  altered: LogDifference[];
  /** Number of events after the last leaf, which the tree does not contain yet. */
  newer: number;
}

interface IndexedEntry extends Entry {
  index: number;
}

/** Range of consecutive events that have the same distance to their leaves. */
interface ShiftedRun {
  shift: number;
  leafIndex: number;
  next: number;
  keys: Pick<Entry, 'stream' | 'version'>[];
}

/** Largest number of events that are named for one range. */
const NAMED = 20;

const keyOf = ({ stream, version }: Pick<Entry, 'stream' | 'version'>): string => `${version} ${stream}`;

/**
 * Compares a log with its leaves, both given in order and one by one. Memory holds only entries without a counterpart yet, so that a log of
 * any length can be compared.
 */
export function compareLogWithLeaves() {
  const [inLog, inLeaves] = [new Map<string, IndexedEntry>(), new Map<string, IndexedEntry>()];
  const changed: LogDifference[] = [];
  const runs: ShiftedRun[] = [];
  let [logSize, leafCount, lastMatched] = [0, 0, -1];

  function match(event: IndexedEntry, leaf: IndexedEntry): void {
    lastMatched = Math.max(lastMatched, event.index);
    if (!event.hash.equals(leaf.hash)) changed.push({ kind: 'changed', stream: event.stream, version: event.version });
    const shift = event.index - leaf.index;
    if (shift === 0) return;
    const run = runs.find((one) => one.shift === shift && one.next === leaf.index);
    if (run) run.next += 1;
    else runs.push({ shift, leafIndex: leaf.index, next: leaf.index + 1, keys: [] });
    const { keys } = run ?? runs.at(-1)!;
    if (keys.length < NAMED) keys.push({ stream: event.stream, version: event.version });
  }

  /** Takes the next entry of one side. Returns the other side's entry with the same key if it was already given; otherwise `null`. */
  function take(ownSide: Map<string, IndexedEntry>, otherSide: Map<string, IndexedEntry>, entry: IndexedEntry): IndexedEntry | null {
    const counterpart = otherSide.get(keyOf(entry));
    if (!counterpart) {
      ownSide.set(keyOf(entry), entry);
      return null;
    }
    otherSide.delete(keyOf(entry));
    return counterpart;
  }

  return {
    /** Takes the next event of the log, the next leaf of the tree, or both. */
    next(event: Entry | null, leaf: Entry | null): void {
      const [e, l] = [event && { ...event, index: logSize }, leaf && { ...leaf, index: leafCount }];
      if (event) logSize += 1;
      if (leaf) leafCount += 1;
      if (e && l && keyOf(e) === keyOf(l)) return match(e, l);
      const leafBefore = e && take(inLog, inLeaves, e);
      if (e && leafBefore) match(e, leafBefore);
      const eventBefore = l && take(inLeaves, inLog, l);
      if (l && eventBefore) match(eventBefore, l);
    },
    end(): Differences {
      const missing = [...inLeaves.values()];
      const added = [...inLog.values()].filter(({ index }) => index < lastMatched);
      const named = (kind: LogDifference['kind']) => (one: Pick<Entry, 'stream' | 'version'>) => ({
        kind,
        stream: one.stream,
        version: one.version,
      });
      const moved = runs.filter(({ shift, leafIndex }) => {
        const before =
          added.filter(({ index }) => index < leafIndex + shift).length - missing.filter(({ index }) => index < leafIndex).length;
        return shift !== before;
      });
      return {
        altered: [
          ...changed,
          ...missing.map(named('missing')),
          ...added.map(named('added')),
          ...moved.flatMap(({ keys }) => keys.map(named('moved'))),
        ],
        newer: inLog.size - added.length,
      };
    },
  };
}
