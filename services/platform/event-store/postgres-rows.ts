import type { EventMetadata, JsonObject, StoredEvent } from '#contracts/core/events.ts';

/** Digits of the largest bigint: of the same width, so that text order is the order of the log. */
const CIFRE = 19;

export interface RigaEvento {
  position: string;
  stream: string;
  version: number;
  type: string;
  data: JsonObject;
  metadata: EventMetadata;
}

export const COLONNE = 'e.position::text as position, e.stream, e.version, e.type, e.data, e.metadata';

export const posizioneDaTesto = (bigint: string): string => bigint.padStart(CIFRE, '0');

/** The bigint, as text, behind a position of this store. */
export function testoDaPosizione(position: string | null): string {
  if (position === null) return '0';
  if (!/^\d{1,19}$/.test(position)) throw new Error(`not a position of the PostgreSQL log: ${position}`);
  return position;
}

export function evento({ position, ...rest }: RigaEvento): StoredEvent {
  return { ...rest, position: posizioneDaTesto(position) };
}
