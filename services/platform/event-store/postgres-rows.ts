import type { EventMetadata, JsonObject, StoredEvent } from '#contracts/core/events.ts';

/** Digits of the largest bigint: of the same width, so that text order is the order of the log. */
const DIGITS = 19;

export interface EventRow {
  position: string;
  stream: string;
  version: number;
  type: string;
  data: JsonObject;
  metadata: EventMetadata;
}

export const COLUMNS = 'e.position::text as position, e.stream, e.version, e.type, e.data, e.metadata';

export const positionFromText = (bigint: string): string => bigint.padStart(DIGITS, '0');

/** The bigint, as text, behind a position of this store. */
export function textFromPosition(position: string | null): string {
  if (position === null) return '0';
  if (!/^\d{1,19}$/.test(position)) throw new Error(`not a position of the PostgreSQL log: ${position}`);
  return position;
}

export function event({ position, ...rest }: EventRow): StoredEvent {
  return { ...rest, position: positionFromText(position) };
}
