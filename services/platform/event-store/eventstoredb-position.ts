import type { Position } from '@eventstore/db-client';

/** Number of digits of the largest unsigned 64 bit number. Positions are padded to this width, so that they sort as texts in log order. */
const DIGITS = 20;
const UNKNOWN = 2n ** 64n - 1n;

export function logPosition(position: Position | undefined): string {
  if (!position || position.commit === UNKNOWN)
    throw new Error('EventStoreDB gave an event without its position: version 22.6 or later is needed');
  return `${String(position.commit).padStart(DIGITS, '0')}/${String(position.prepare).padStart(DIGITS, '0')}`;
}

export function positionText(text: string): Position {
  const [, commit, prepare] = /^(\d{1,20})\/(\d{1,20})$/.exec(text) ?? [];
  if (commit === undefined || prepare === undefined) throw new Error(`not a position of EventStoreDB: ${text}`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
