import type { StoredEvent } from '#contracts/core/events.ts';

/** Streams remembered, and events of each at most. */
const FLUSSI = 500;
const EVENTI = 1_000;

export interface Prefissi {
  /** What was read of a stream, from its beginning. */
  ricorda(stream: string, events: readonly StoredEvent[]): void;
  /** What was appended behind its first `version` events. */
  allunga(stream: string, version: number, ids: readonly string[]): void;
  /** True when none of the ids is among the first `version` events of the stream; false also when that is not known. */
  senza(stream: string, version: number, ids: readonly string[]): boolean;
}

/**
 * The event ids at the beginning of streams read lately. A log is only appended to, so what is known
 * of a beginning stays true, whoever writes: a command that has just read its stream need not ask again.
 */
export function prefissi(): Prefissi {
  const noti = new Map<string, string[]>();

  function tieni(stream: string, ids: string[]): void {
    // again at the end: the first of the map is the one longest untouched
    noti.delete(stream);
    if (ids.length > EVENTI) return;
    noti.set(stream, ids);
    const [oldest] = noti.keys();
    if (noti.size > FLUSSI && oldest !== undefined) noti.delete(oldest);
  }

  return {
    ricorda: (stream, events) => tieni(stream, events.map((event) => event.metadata.eventId.toLowerCase())),
    allunga(stream, version, ids) {
      const noto = version ? noti.get(stream) : [];
      if (noto?.length === version) tieni(stream, [...noto, ...ids]);
    },
    senza(stream, version, ids) {
      if (version === 0) return true;
      const noto = noti.get(stream);
      if (!noto || noto.length < version) return false;
      const inizio = new Set(noto.slice(0, version));
      return !ids.some((id) => inizio.has(id));
    },
  };
}
