import { hash } from 'node:crypto';
import { romeDate } from '#contracts/core/dates.ts';
import type { EventMetadata } from '#contracts/core/events.ts';
import type { RegisterChange } from '#contracts/core/record-change.ts';

type RequestMetadata = Pick<EventMetadata, 'commandId' | 'correlationId' | 'utente' | 'origine'>;

/**
 * Returns the id that entries have in common which the trail folds into one: those of one request and what follows from it, on one day in
 * Rome. What the demo firm or the portal sets up command by command is folded by person, register, kind of change and day.
 */
export function groupOf(
  { commandId, correlationId, utente, origine }: RequestMetadata,
  { table, kind }: Pick<RegisterChange, 'table' | 'kind'>,
  at: Date,
): string {
  const alone = origine === 'demo' || (origine === 'sistema' && correlationId === commandId);
  return alone ? uuidOf([origine, utente, table, kind, romeDate(at)].join('/')) : groupOfRequest(correlationId, at);
}

/** Returns the id that the entries of one request have in common on the day of an instant. */
export const groupOfRequest = (correlationId: string, at: Date): string => uuidOf(`${correlationId}/${romeDate(at)}`);

/** Returns a hash of a text in the form of a UUID: 16 bytes in the index, whatever a caller sent as its correlation id. */
const uuidOf = (text: string): string => hash('sha256', text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
