import { z } from 'zod';
import { pastMoment } from '#contracts/core/as-of-request.ts';
import { instantOf, isCalendarDate, romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey, type RecordState } from '#contracts/core/record-state.ts';
import { stateAtVersion } from '#services/registers/register.decider.ts';
import type { Dependencies } from '#services/platform/module.ts';
import type { LogRecord } from '#services/registers/logged-record.ts';

/**
 * Schema of the point in a record's history that a request names. `versione` is a version of the record's stream. `al` is an ISO instant,
 * in Rome if without an offset, or a date, which means the end of that day in Rome.
 */
export const asOfRequest = z
  .object({
    versione: z
      .string()
      .regex(/^\d{1,9}$/, { error: 'Serve un numero di versione' })
      .transform(Number)
      .optional(),
    al: pastMoment.optional(),
  })
  .refine((query) => (query.versione === undefined) !== (query.al === undefined), {
    error: 'Serve la versione oppure la data',
    path: ['versione'],
  });

type AsOf = z.infer<typeof asOfRequest>;

/**
 * Returns the record as it was at a version or instant. Throws `VERSIONE_SCONOSCIUTA` if the record did not exist yet or has no such
 * version.
 */
export function recordAsOf(deps: Pick<Dependencies, 'catalogue'>, { def, key, events }: LogRecord, { versione, al }: AsOf): RecordState {
  const state =
    versione === undefined
      ? fold(
          deps.catalogue,
          events.filter((event) => before(event.metadata.at, al ?? '')),
        )
      : stateAtVersion(deps.catalogue, events, versione);
  const record = state.get(recordKey(def.path, key));
  if (!record) throw new DomainError('VERSIONE_SCONOSCIUTA');
  return record;
}

function before(at: string, al: string): boolean {
  return isCalendarDate(al) ? romeDate(new Date(at)) <= al : Date.parse(at) <= instantOf(al);
}
