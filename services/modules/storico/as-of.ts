import { z } from 'zod';
import { isCalendarDate, romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { chiaveRecord, rileggi, type StatoRecord } from '#contracts/core/history.ts';
import { statoAllaVersione } from '#services/registers/register.decider.ts';
import type { RecordDelLog } from './record.ts';

const istante = z.iso.datetime({ offset: true, local: true });

/** `versione` is a version of the record's stream; `al` an ISO instant, or a date: then the end of that day in Rome. */
export const richiestaAllora = z.object({
  versione: z.string().regex(/^\d{1,9}$/, { error: 'Serve un numero di versione' }).transform(Number).optional(),
  al: z.string().refine((testo) => isCalendarDate(testo) || istante.safeParse(testo).success, { error: 'Serve una data o un istante ISO' }).optional(),
}).refine((query) => (query.versione === undefined) !== (query.al === undefined), { error: 'Serve la versione oppure la data', path: ['versione'] });

type Allora = z.infer<typeof richiestaAllora>;

/** The record as it was; throws VERSIONE_SCONOSCIUTA where it was not there yet or has no such version. */
export function recordAllora({ def, chiave, eventi }: RecordDelLog, { versione, al }: Allora): StatoRecord {
  const stato = versione === undefined
    ? rileggi(eventi.filter((event) => prima(event.metadata.at, al ?? '')))
    : statoAllaVersione(eventi, versione);
  const record = stato.get(chiaveRecord(def.path, chiave));
  if (!record) throw new DomainError('VERSIONE_SCONOSCIUTA');
  return record;
}

function prima(at: string, al: string): boolean {
  return isCalendarDate(al) ? romeDate(new Date(at)) <= al : Date.parse(at) <= Date.parse(al);
}
