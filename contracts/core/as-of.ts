import { addDays, instantOf, isCalendarDate, romeDate } from './dates.ts';
import { DomainError } from './errors.ts';

/** An instant at which lists are read, and its day in Rome. */
export interface Moment {
  /** ISO instant, UTC; what happened at it counts. */
  al: string;
  giorno: string;
}

/**
 * Returns the instant that a text names: a day is its end in Rome, and today is now. Throws RICHIESTA_NON_VALIDA, for the field `field`, for
 * an instant to come.
 */
export function momentOf(text: string, now: Date, field = 'al'): Moment {
  const today = romeDate(now);
  const end = isCalendarDate(text) ? instantOf(`${addDays(text, 1)}T00:00:00`) - 1 : instantOf(text);
  const at = text === today ? now.getTime() : end;
  if (at > now.getTime())
    throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: 'Non si vede ciò che deve ancora accadere' }] });
  return { al: new Date(at).toISOString(), giorno: romeDate(new Date(at)) };
}

/** Returns the two instants of a comparison. Throws RICHIESTA_NON_VALIDA for one to come, and where the first is after the second. */
export function momentsBetween({ da, a }: { da: string; a: string }, now: Date): { da: Moment; a: Moment } {
  const moments = { da: momentOf(da, now, 'da'), a: momentOf(a, now, 'a') };
  if (moments.da.al > moments.a.al)
    throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'da', messaggio: 'Il primo momento viene dopo il secondo' }] });
  return moments;
}
