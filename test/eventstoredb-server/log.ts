export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

export interface RecordedEvent extends ProposedEvent {
  stream: string;
  /** Index of the event in its stream, from 0. */
  revision: number;
  /** Commit and prepare position, which are equal for every event that current servers write. */
  position: bigint;
}

/** Expected state of a stream; a number is the revision of its last event. */
export type ExpectedState = number | 'no_stream' | 'any' | 'stream_exists';

export type Write =
  | { tipo: 'scritto'; revision: number; position: bigint; repeated: boolean }
  | { tipo: 'versione'; current: number | null }
  | { tipo: 'troppo-grande' };

/** Maximum size of an append in bytes, the real server's default. */
export const MAX = 1024 * 1024;

const NONE = -1;

export interface Log {
  events: readonly RecordedEvent[];
  stream(stream: string): readonly RecordedEvent[];
  write(stream: string, proposed: readonly ProposedEvent[], expected: ExpectedState): Write;
  /** Called after every write, until the function returned is called. */
  listen(when: () => void): () => void;
  /** Simulates a restart: forgets the event ids by which repeated appends without an expected version are recognised. */
  forget(): void;
  /** Simulates the restore of an older copy: keeps only the first `count` events. */
  setBack(count: number): void;
}

/** Creates a log with the real server's incomplete idempotency (its IndexWriter.CheckCommit). */
export function createLog(): Log {
  const events: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  const listeners = new Set<() => void>();
  let recent = new Map<string, RecordedEvent>();
  // real positions are offsets in a file, so they do not start at zero and have gaps
  let position = 1_718n;

  const eventsOf = (stream: string): RecordedEvent[] => streams.get(stream) ?? [];
  const alreadyWritten = ({ revision, position: where }: RecordedEvent): Write => ({
    tipo: 'scritto',
    revision,
    position: where,
    repeated: true,
  });

  /** Returns the result for a repeated append with `any`, if the server still remembers the ids; otherwise null. */
  function anyRepetition(stream: string, proposed: readonly ProposedEvent[]): Write | null {
    const known = proposed.map(({ id }) => recent.get(id)).map((known) => (known?.stream === stream ? known : undefined));
    if (!known[0]) return null;
    const last = known.at(-1);
    return known.every(Boolean) && last ? alreadyWritten(last) : { tipo: 'versione', current: eventsOf(stream).length - 1 };
  }

  function repetition(stream: string, proposed: readonly ProposedEvent[], expected: number): Write {
    const written = eventsOf(stream);
    const equal = proposed.every(({ id }, i) => written[expected + 1 + i]?.id === id);
    const last = written[expected + proposed.length];
    return equal && last ? alreadyWritten(last) : { tipo: 'versione', current: written.length - 1 };
  }

  function check(stream: string, proposed: readonly ProposedEvent[], expected: ExpectedState): Write | null {
    if (proposed.reduce((byte, p) => byte + p.data.length + p.metadata.length, 0) > MAX) return { tipo: 'troppo-grande' };
    const current = eventsOf(stream).length - 1;
    if (expected === 'any') return anyRepetition(stream, proposed);
    if (expected === 'stream_exists') return current === NONE ? { tipo: 'versione', current: null } : null;
    const number = expected === 'no_stream' ? NONE : expected;
    if (number < current) return repetition(stream, proposed, number);
    if (number > current) return { tipo: 'versione', current: current === NONE ? null : current };
    return null;
  }

  function add(stream: string, proposed: ProposedEvent): RecordedEvent {
    const written = eventsOf(stream);
    position += BigInt(100 + proposed.data.length);
    const recorded = { ...proposed, stream, revision: written.length, position };
    streams.set(stream, written);
    written.push(recorded);
    events.push(recorded);
    recent.set(proposed.id, recorded);
    return recorded;
  }

  return {
    events,
    stream: eventsOf,
    write(stream, proposed, expected) {
      const answer = check(stream, proposed, expected);
      if (answer) return answer;
      const written = proposed.map((proposed) => add(stream, proposed));
      for (const when of listeners) when();
      const { revision, position: where } = written.at(-1)!;
      return { tipo: 'scritto', revision, position: where, repeated: false };
    },
    listen(when) {
      listeners.add(when);
      return () => listeners.delete(when);
    },
    forget() {
      recent = new Map();
    },
    setBack(count) {
      const kept = events.slice(0, count);
      events.length = 0;
      streams.clear();
      recent = new Map();
      for (const event of kept) {
        events.push(event);
        streams.set(event.stream, [...eventsOf(event.stream), event]);
      }
      position = kept.at(-1)?.position ?? 1_718n;
    },
  };
}
