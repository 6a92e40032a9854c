import { dateFault, isCalendarDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';

type Fields = Readonly<Record<string, string>>;

/** Returns a required text field of an upload. Throws RICHIESTA_NON_VALIDA if it is missing. */
export function requiredField(fields: Fields, name: string): string {
  const value = fields[name]?.trim();
  if (!value) throw wrongField(name, 'Campo obbligatorio');
  return value;
}

/** Creates the error RICHIESTA_NON_VALIDA for one field. */
export function wrongField(field: string, message: string): DomainError {
  return new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: message }] });
}

/** Returns a day from a request, `YYYY-MM-DD`. Throws RICHIESTA_NON_VALIDA for the field if it is none. */
export function requiredDay(field: string, value: unknown): string {
  if (typeof value === 'string' && isCalendarDate(value)) return value;
  throw wrongField(field, dateFault(value));
}
