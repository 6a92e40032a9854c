import type { EventMetadata, JsonObject, StoredEvent } from '#contracts/core/events.ts';

/** Number of digits of the largest bigint. Positions are padded to this width, so that they sort as texts in log order. */
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

/** Returns a position of this store as the text of a bigint; `0` for `null`. Throws if the position is not one of this store. */
export function textFromPosition(position: string | null): string {
  if (position === null) return '0';
  if (!/^\d{1,19}$/.test(position)) throw new Error(`not a position of the PostgreSQL log: ${position}`);
  return position;
}

export function event({ position, ...rest }: EventRow): StoredEvent {
  return { ...rest, position: positionFromText(position) };
}
